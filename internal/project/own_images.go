package project

import (
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
)

// ownImages finds the builds that name images, and the Dockerfiles that images are named like, among the files
// that are read.
func (p *Project) ownImages(files []found) reading.OwnImages {
	all, named, aboveCharts := map[string][]string{}, map[string]*source.File{}, map[string]bool{}
	for _, f := range files {
		if charts := filepath.Dir(filepath.Dir(f.path)); filepath.Base(charts) == "charts" && filepath.Base(f.path) == "values.yaml" {
			aboveCharts[filepath.Dir(charts)] = true
		}
	}
	for _, f := range files {
		if !f.chart && input.IsBuild(f.path) {
			if file, err := p.one(f.path, ReadFound); err == nil {
				named[input.ImageOfJib(file)] = file
			}
		}
		if f.chart || !input.IsDockerfileName(f.path) {
			continue
		}
		at := filepath.Clean(f.path)
		if whole, err := p.files.Abs(at); err == nil { // the folder of the project has a name, too
			at = whole
		}
		at = filepath.ToSlash(at)
		name := imageNameFromPath(at)
		names := []string{name}
		if name == "app" { // or what the folder around is about
			names = append(names, imageNameFromPath(path.Join(path.Dir(path.Dir(at)), path.Base(at))))
		}
		for _, name := range names {
			if name != "" {
				all[spelling.Joined(name)] = append(all[spelling.Joined(name)], f.path)
			}
		}
		if aboveCharts[filepath.Dir(f.path)] {
			all[stillUnnamed] = append(all[stillUnnamed], f.path)
		}
	}
	others := func(name string) bool { // whether the name of another image has it as a part
		return lists.Any(maps.Keys(all), func(other string) bool { return other != name && strings.Contains(other, name) })
	}
	return func(repository string) *source.File {
		if file := named[repository]; file != nil {
			return file
		}
		image := path.Base(repository)
		of := all[spelling.Joined(image)]
		for name := image; len(of) == 0; of = all[spelling.Joined(name)] { // that of the project often stands before it
			i := strings.IndexAny(name, "-_")
			if name = name[i+1:]; i < 0 || len(name) < shortestName || others(spelling.Joined(name)) {
				return nil
			}
		}
		if len(of) != 1 {
			return nil
		}
		file, _ := p.one(of[0], ReadFound)
		return file
	}
}

// stillUnnamed is the image of a chart whose pipeline names it later: that of the Dockerfile beside the folder charts.
//
//	https://github.com/jenkins-x-buildpacks/jenkins-x-kubernetes/blob/master/packs/maven/charts/values.yaml
const stillUnnamed = "draft"

// shortestName is of how many letters the part of an image's name must be by which a Dockerfile is found.
const shortestName = 4

// namelessFolders are folders that a Dockerfile stands in, and that say nothing of its image.
var namelessFolders = strings.Fields(". / docker src main build deploy deployment jvm container images dockerfiles")

// imageNameFromPath is what the place of a Dockerfile says of the name of its image; empty where it says nothing.
func imageNameFromPath(file string) string {
	folder, name := path.Split(strings.ToLower(file))
	if of, has := strings.CutSuffix(name, ".dockerfile"); has {
		return of
	}
	of := strings.TrimLeft(strings.TrimPrefix(name, "dockerfile"), ".-_")
	if of != name && of != "" && !slices.Contains(namelessFolders, of) {
		return of
	}
	for folder = path.Clean(folder); slices.Contains(namelessFolders, path.Base(folder)) && folder != path.Dir(folder); {
		folder = path.Dir(folder)
	}
	if base := path.Base(folder); !slices.Contains(namelessFolders, base) {
		return base
	}
	return ""
}

// UnknownImages are the names of what may run a JVM and of which nothing is known, each once. Likely reports
// whether something tells of a JVM in one of them.
func UnknownImages(inputs []*Input) (names []string, likely bool) {
	for _, in := range inputs {
		for _, u := range in.Unknown {
			names, likely = append(names, u.Name), likely || u.Likely
		}
	}
	slices.Sort(names)
	return slices.Compact(names), likely
}
