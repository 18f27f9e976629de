package session

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/nmt"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/project"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func ReadNativeMemory(files filesystem.System, path string) (*nmt.Measurement, error) {
	file, err := project.ReadFile(files, path)
	if err != nil {
		return nil, err
	}
	file.Aside = true
	m, err := nmt.Read(file)
	if err == nil && m.Unit > 1<<20 {
		return nil, fmt.Errorf("%s: sizes in whole GB are too coarse for the pools: use scale=MB or scale=KB", path)
	}
	return m, err
}

// checkMeasured refuses to hold the measurements of one JVM against several.
func (s *Session) checkMeasured(all []*predict.Predictions) error {
	jvms := slices.DeleteFunc(slices.Clone(all), func(p *predict.Predictions) bool { return !p.Workload.HasJVM() })
	names := lists.Of(jvms, func(p *predict.Predictions) string { return p.Workload.Name + " of " + p.Workload.File.Name })
	stated := s.options.Facts
	switch {
	case stated.GCLog != nil && len(names) > 1:
		return fmt.Errorf("--gc-log is the log of one JVM, but there are %d: %s; name the file of one of them", len(names), strings.Join(names, ", "))
	case stated.NativeMemory == nil || len(names) == 1:
		return nil
	case len(names) == 0:
		return errors.New("--nmt: nothing that was read shows how a JVM is started")
	}
	return fmt.Errorf("--nmt: one JVM was measured, but %d were read: %s, %s; name the file of one", len(names), names[0], names[1])
}

// Elsewhere says where the GC log is of a JVM that the options do not make.
func (s *Session) Elsewhere(all []*predict.Predictions) []string {
	if s.options.Facts.GCLog == nil {
		return nil
	}
	return lists.Flat(lists.Where(all, func(p *predict.Predictions) bool { return p.Workload.Decided() }), elsewhere)
}

// elsewhere is why a log is not of a JVM, on each JDK that may run it.
func elsewhere(p *predict.Predictions) []string {
	why := slices.Clone(p.Newest().Elsewhere)
	for _, on := range p.All() {
		why = slices.DeleteFunc(why, func(w string) bool { return on.JVM != nil && !slices.Contains(on.Elsewhere, w) })
	}
	return why
}

// LogAlone takes the log of --gc-log for a JVM by itself where nothing that was read says how one is started.
func (s *Session) LogAlone(r *project.Files) {
	log := s.options.Facts.GCLog
	if log == nil || slices.ContainsFunc(r.Inputs, func(in *project.Input) bool {
		return slices.ContainsFunc(in.Workloads, (*workload.Workload).HasJVM)
	}) {
		return
	}
	r.Inputs = append(r.Inputs, project.Given(input.OfGCLog(log)).Inputs...)
}
