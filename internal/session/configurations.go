package session

import (
	"errors"
	"maps"
	"path/filepath"
	"slices"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/rules"
)

// configurations are those of a project, each for the files below its folder.
type configurations struct {
	files    filesystem.System
	only     *config.Config // of the options, or none at all; nil: the nearest
	byFolder map[string]*config.Config
	byPath   map[string]*config.Config
	faults   []error
}

// none is what holds without a configuration.
var none = &config.Config{}

// open takes the configuration that is asked for.
func (c *configurations) open(o Configuration) error {
	switch {
	case o.None && o.File != "":
		return errors.New("--config and --no-config exclude each other")
	case o.None:
		c.only = none
	case o.File != "":
		c.only = c.read(config.Open(c.files, o.File, filesystem.ReadNamed))
		here, err := c.files.Abs(".")
		if err != nil {
			return err
		}
		c.only.Folder = here
	}
	return nil
}

// of is the configuration that holds in a folder.
func (c *configurations) of(folder string) *config.Config {
	if c.only != nil {
		return c.only
	}
	if found := c.byFolder[folder]; found != nil {
		return found
	}
	if c.byFolder == nil {
		c.byFolder, c.byPath = map[string]*config.Config{}, map[string]*config.Config{}
	}
	c.byFolder[folder] = c.nearest(folder)
	return c.byFolder[folder]
}

func (c *configurations) nearest(folder string) *config.Config {
	path, err := config.Nearest(c.files, folder)
	switch {
	case err != nil && !slices.ContainsFunc(c.faults, func(e error) bool { return e.Error() == err.Error() }):
		c.faults = append(c.faults, err)
	case path != "" && c.byPath[path] == nil:
		c.byPath[path] = c.read(config.Open(c.files, filesystem.Relative(c.files, path), filesystem.ReadFile))
	}
	if found := c.byPath[path]; found != nil {
		return found
	}
	return none
}

func (c *configurations) read(file *source.File, err error) *config.Config {
	if err != nil {
		c.faults = append(c.faults, err)
		return &config.Config{}
	}
	read, faults := config.Read(c.files, file, rules.All())
	for _, f := range faults {
		c.faults = append(c.faults, f)
	}
	return read
}

// all are those that were read, by their paths.
func (c *configurations) all() []*config.Config {
	if c.only != nil {
		return []*config.Config{c.only}
	}
	var all []*config.Config
	for _, path := range slices.Sorted(maps.Keys(c.byPath)) {
		all = append(all, c.byPath[path])
	}
	return all
}

// ofFile is what holds for a file.
func (c *configurations) ofFile(f *source.File) said {
	of := c.of(filepath.Dir(f.Name))
	return said{of, of.For(f.Name)}
}

// ofInput is what holds for an input.
func (c *configurations) ofInput(in *input.Input) said {
	of := c.of(filepath.Dir(in.File.Name))
	if in.Chart != nil {
		of = c.of(in.Chart.Path)
	}
	return said{of, of.For(pathsOf(in)...)}
}

// said is what holds for a workload.
type said struct {
	config *config.Config
	config.Section
}

// pathsOf are the paths that an input was read from.
func pathsOf(in *input.Input) []string {
	if in.File.Name == source.CommandLine {
		return nil
	}
	if in.Chart == nil {
		return []string{in.File.Name}
	}
	paths := []string{in.Chart.Path}
	for _, f := range in.Release.Values {
		paths = append(paths, f.Name)
	}
	return paths
}
