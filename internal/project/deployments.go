package project

import (
	"bytes"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/chart"
	"github.com/jvmlint/jvmlint/internal/filesystem"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/shell"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// deployment is a chart as something in the project deploys it, with paths as they are written there: they count from
// a folder above the file that does.
type deployment struct {
	by     *source.File
	charts []string // words that may name the chart's folder
	values []string
	set    []string // as helm --set takes them
}

// deploymentsIn are the charts that the files deploy.
func deploymentsIn(plain []*Input) (all []deployment) {
	for _, in := range plain {
		if bytes.Contains(in.File.Data, []byte("argoproj.io/")) {
			documents, _ := yamldoc.Parse(in.File)
			for _, d := range documents {
				all = append(all, applications(in.File, d.Root)...)
			}
		}
		if bytes.Contains(in.File.Data, []byte("helm ")) {
			all = append(all, helmCommands(in.File)...)
		}
	}
	return all
}

// applications are the charts of an Application of Argo CD, unless values stand in it or a part of it is filled in.
//
// https://argo-cd.readthedocs.io/en/stable/user-guide/helm/
// https://argo-cd.readthedocs.io/en/stable/user-guide/multiple_sources/
func applications(by *source.File, o *yamldoc.Node) (all []deployment) {
	spec := o.Get("spec")
	if o.Get("kind").Value() == "ApplicationSet" {
		spec = spec.Get("template", "spec")
	}
	for _, s := range append(slices.Clone(spec.Get("sources").Items()), spec.Get("source")) {
		folder, helm := s.Get("path").Value(), s.Get("helm")
		if folder == "" || helm == nil || !strings.HasPrefix(o.Get("apiVersion").Value(), "argoproj.io/") {
			continue
		}
		d := deployment{by: by, charts: []string{folder}}
		for _, n := range helm.Get("valueFiles").Items() {
			name := n.Value()
			switch from, rest, _ := strings.Cut(name, "/"); {
			case from == "" || from[0] == '$': // the root of a repository
				name = rest
			default:
				name = path.Join(folder, name)
			}
			d.values = append(d.values, name)
		}
		for _, n := range helm.Get("parameters").Items() {
			d.set = append(d.set, n.Get("name").Value()+"="+n.Get("value").Value())
		}
		filledIn := strings.Contains(strings.Join(slices.Concat(d.charts, d.values, d.set), ""), "{{")
		if helm.Get("values") == nil && helm.Get("valuesObject") == nil && !filledIn {
			all = append(all, d)
		}
	}
	return all
}

// helmCommand finds a command of Helm, with the lines that it goes on in, in a script or a pipeline.
var helmCommand = lazyregexp.New(`(?m)^[^#\n]*?\b(helm[ \t](?:[^\\\n]|\\\n?)*\b(?:install|upgrade|template)\b(?:[^\\\n]|\\\n?)*)`)

// helmCommands are the charts that a file installs by commands, unless a shell puts in which values files.
func helmCommands(by *source.File) (all []deployment) {
	for _, m := range helmCommand.FindAllStringSubmatchIndex(string(by.Data), -1) {
		script, is := shell.Parse(source.Verbatim(by.Span(m[2], m[3])))
		if !is || len(script.Commands) == 0 {
			continue
		}
		words := lists.Of(script.Commands[0].Words, func(w shell.Word) string { return w.Literal().String() })
		d, known := deployment{by: by}, true
		for i := 1; i < len(words); i++ {
			option, value, joined := strings.Cut(words[i], "=")
			takes := slices.Contains([]string{"-f", "--values", "--set"}, option)
			if takes && !joined && i+1 < len(words) {
				i++
				value = words[i]
			}
			filledIn := strings.ContainsAny(value, "$`{")
			switch {
			case takes && option == "--set" && !filledIn:
				d.set = append(d.set, value)
			case takes && option != "--set":
				known = known && !filledIn
				d.values = append(d.values, strings.Split(value, ",")...)
			case words[i] == "." || strings.Contains(words[i], "/") && option[0] != '-': // others may be names
				d.charts = append(d.charts, words[i])
			}
		}
		if known {
			all = append(all, d)
		}
	}
	return all
}

// mostDeployed is how many of a chart's deployments are judged.
const mostDeployed = 20

// decides finds in key=value what may decide a finding, which would have no place in a file.
var decides = lazyregexp.New(`(?i)java|jvm|opts|args|heap|mem|cpu|resources|limit|request|-X|,`)

// deployed are the values with which files of the project deploy a chart: names of files that are there.
func (p *Project) deployed(folder string) (all []releaseValues) {
	folder = path.Clean(filepath.ToSlash(folder))
	outside := func(name string) bool { return path.IsAbs(name) || strings.HasPrefix(path.Clean(name), "../") }
	for _, d := range p.deployments {
		if slices.ContainsFunc(d.values, outside) || decides.MatchString(strings.Join(d.set, " ")) || chart.CheckSet(d.set) != nil {
			continue
		}
		for dir, above := path.Dir(d.by.Name), ""; dir != above && len(all) < mostDeployed; dir, above = path.Dir(dir), dir {
			if slices.ContainsFunc(d.charts, func(name string) bool { return path.Join(dir, name) == folder }) {
				files := lists.Of(d.values, func(name string) string { return path.Join(dir, name) })
				files = lists.Where(files, func(name string) bool { return filesystem.IsRegular(p.files, filepath.FromSlash(name)) })
				one := releaseValues{files, d.set, true}
				if len(files) > 0 && !slices.ContainsFunc(all, one.equals) {
					all = append(all, one)
				}
				break
			}
		}
	}
	return all
}
