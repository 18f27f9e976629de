package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"

	"go.yaml.in/yaml/v3"
)

// module is one that a package is of. Dir is the folder of its source.
type module struct{ Path, Version, Dir string }

// pkg is a package of another project. Dir is the folder of its source.
type pkg struct {
	Dir    string
	Module module
}

// linked are the packages of others that a program has on any system that a
// configuration of goreleaser names, and Go itself.
func linked(configuration, program string) ([]pkg, error) {
	data, err := os.ReadFile(configuration)
	if err != nil {
		return nil, err
	}
	var release struct {
		Builds []struct{ Goos, Goarch []string }
	}
	if err := yaml.Unmarshal(data, &release); err != nil {
		return nil, fmt.Errorf("%s: %w", configuration, err)
	}
	var all []pkg
	for _, build := range release.Builds {
		for _, system := range build.Goos {
			for _, machine := range build.Goarch {
				some, err := packages(program, "CGO_ENABLED=0", "GOOS="+system, "GOARCH="+machine)
				if err != nil {
					return nil, err
				}
				all = append(all, some...)
			}
		}
	}
	if all == nil {
		return nil, fmt.Errorf("%s names no system", configuration)
	}
	language, err := golang()
	return append(all, language), err
}

// packages are those of others that a program has where the environment is so.
func packages(program string, environment ...string) ([]pkg, error) {
	out, err := goCommand(environment, "list", "-deps", "-json=Dir,Module,Standard", program)
	if err != nil {
		return nil, err
	}
	var all []pkg
	for listed := json.NewDecoder(bytes.NewReader(out)); ; {
		var p struct {
			pkg
			Module struct {
				module
				Main    bool
				Replace *module
			}
			Standard bool
		}
		if err := listed.Decode(&p); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		if p.Standard || p.Module.Main {
			continue
		}
		p.pkg.Module = p.Module.module
		if p.Module.Replace != nil {
			p.pkg.Module = *p.Module.Replace
		}
		all = append(all, p.pkg)
	}
}

// golang is Go's own library, which each program has.
func golang() (pkg, error) {
	out, err := goCommand(nil, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return pkg{}, err
	}
	root, version, _ := strings.Cut(strings.TrimSpace(string(out)), "\n")
	return pkg{root, module{"Go", strings.TrimPrefix(version, "go"), root}}, nil
}

func goCommand(environment []string, args ...string) ([]byte, error) {
	c := exec.Command("go", args...)
	c.Env = append(os.Environ(), environment...)
	c.Stderr = os.Stderr
	out, err := c.Output()
	if err != nil {
		return nil, fmt.Errorf("go %s: %w", strings.Join(args, " "), err)
	}
	return out, nil
}
