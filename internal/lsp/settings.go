package lsp

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
)

// section is what the settings of jvmlint are called among a client's.
const section = "jvmlint"

func (s *Server) initialize(params json.RawMessage) (any, error) {
	var p struct {
		Capabilities capabilities    `json:"capabilities"`
		Options      json.RawMessage `json:"initializationOptions"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return nil, err
	}
	s.can = p.Capabilities
	var err error
	if s.given, err = settingsOf(p.Options); err != nil {
		s.show(err.Error())
	}
	if err := s.configure(s.given); err != nil {
		s.show(err.Error())
		s.given = nil
		if err := s.configure(nil); err != nil {
			return nil, err
		}
	}
	s.state = running
	return object{
		"capabilities": object{
			"positionEncoding":   s.encoding(),
			"textDocumentSync":   object{"openClose": true, "change": incremental, "save": true},
			"hoverProvider":      true,
			"completionProvider": object{"triggerCharacters": []string{":", "+"}},
			"codeActionProvider": object{"codeActionKinds": []string{quickFix, fixAll}},
		},
		"serverInfo": object{"name": section, "version": s.Version},
	}, nil
}

// configuration is the name of the files that change how others are judged.
const configuration = ".jvmlint.yaml"

func (s *Server) initialized(json.RawMessage) error {
	var all []object
	if s.can.Workspace.DidChangeConfiguration.DynamicRegistration {
		const method = "workspace/didChangeConfiguration"
		all = append(all, object{"id": method, "method": method})
	}
	if s.can.Workspace.DidChangeWatchedFiles.DynamicRegistration {
		const method = "workspace/didChangeWatchedFiles"
		watchers := []object{{"globPattern": "**/" + configuration}}
		all = append(all, object{"id": method, "method": method, "registerOptions": object{"watchers": watchers}})
	}
	go func() { // it waits for answers, which are read behind this
		if len(all) > 0 {
			err := s.conn.Call(context.Background(), "client/registerCapability", object{"registrations": all}, nil)
			if err != nil {
				s.log(fmt.Sprintf("client/registerCapability: %v", err))
			}
		}
		s.ask()
	}()
	return nil
}

// ask gets the settings of a client that has any.
func (s *Server) ask() {
	if !s.can.Workspace.Configuration {
		return
	}
	var answer []json.RawMessage
	question := object{"items": []object{{"section": section}}}
	if err := s.conn.Call(context.Background(), "workspace/configuration", question, &answer); err != nil {
		s.log(fmt.Sprintf("workspace/configuration: %v", err))
		return
	}
	if len(answer) == 1 {
		s.reconfigure(answer[0])
	}
}

func (s *Server) didChangeConfiguration(params json.RawMessage) error {
	if s.can.Workspace.Configuration {
		go s.ask()
		return nil
	}
	var p struct {
		Settings map[string]json.RawMessage `json:"settings"`
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return err
	}
	if own, said := p.Settings[section]; said {
		s.reconfigure(own)
	}
	return nil
}

// reconfigure takes settings over those that initialize gave. Settings that
// cannot be are shown, and those before them stay.
func (s *Server) reconfigure(raw json.RawMessage) {
	settings, err := settingsOf(raw)
	if err == nil {
		merged := Settings{}
		maps.Copy(merged, s.given)
		maps.Copy(merged, settings)
		err = s.configure(merged)
	}
	if err != nil {
		s.show(err.Error())
		return
	}
	s.changed(s.paths()...)
}

func (s *Server) configure(settings Settings) error {
	project, err := s.Open(settings)
	if err != nil {
		return fmt.Errorf("settings of jvmlint: %w", err)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.project = project
	return nil
}

// settingsOf reads settings: by themselves, or under the name of jvmlint.
func settingsOf(raw json.RawMessage) (Settings, error) {
	if len(raw) == 0 {
		return nil, nil
	}
	var all Settings
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, fmt.Errorf("settings of jvmlint: %w", err)
	}
	if own, nested := all[section]; nested {
		return settingsOf(own)
	}
	return all, nil
}
