package chart

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"

	"helm.sh/helm/v4/pkg/chart/common"
	"helm.sh/helm/v4/pkg/chart/common/util"
	chart "helm.sh/helm/v4/pkg/chart/v2"
	chartutil "helm.sh/helm/v4/pkg/chart/v2/util"
	"helm.sh/helm/v4/pkg/engine"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// kubeVersion is the release of Kubernetes that charts are rendered for: the
// one that Helm itself takes without a cluster.
const kubeVersion = "v1.37.0"

// Rendered is what a chart comes to.
type Rendered struct {
	File     *source.File  // all documents, each under the name of its template, as helm template prints them
	Untraced []string      // templates whose text has no known place
	Left     []source.Text // templates that were not rendered
	Problems []Problem
}

// Problem is why a chart, or one of its templates, was not rendered.
type Problem struct {
	Span    source.Span // zero: the chart as a whole
	Message string
}

// Render renders a chart as one release. What cannot be rendered is a problem,
// and the rest goes on.
func (c *Chart) Render(r Release) (out *Rendered) {
	out = &Rendered{File: source.NewFile(c.Path+renderedWith(r), nil)}
	defer func() {
		if fault := recover(); fault != nil {
			out.problem(source.Span{}, "not rendered: %v", fault)
		}
	}()
	if err := c.render(r, out); err != nil {
		out.problem(source.Span{}, "not rendered: %s", oneLine(err))
	}
	return out
}

func (r *Rendered) problem(at source.Span, format string, args ...any) {
	p := Problem{at, fmt.Sprintf(format, args...)}
	if !slices.ContainsFunc(r.Problems, func(have Problem) bool { return have.Message == p.Message }) {
		r.Problems = append(r.Problems, p)
	}
}

func (c *Chart) render(r Release, out *Rendered) error {
	truth, err := c.fresh()
	if err != nil {
		return err
	}
	if needs := truth.Metadata.KubeVersion; needs != "" && !chartutil.IsCompatibleRange(needs, kubeVersion) {
		return fmt.Errorf("the chart is for Kubernetes %s", needs)
	}
	missing := missingDependencies(truth)
	given, err := r.read()
	if err != nil {
		return err
	}
	top, err := valuesOf(truth, given, false)
	if err != nil {
		return err
	}
	t, printed, failed := c.trace(r)
	if err := t.over(); err != nil {
		return err
	}
	if len(failed) > 0 { // with marks; is it for them?
		plain, others, faults := c.plainly(given)
		if err := plain.over(); err != nil {
			return err
		}
		for name := range failed {
			if faults[name] == nil {
				printed[name] = others[name]
				delete(failed, name)
			}
		}
	}
	t.explain(failed, missing, out)
	without(truth, failed)
	texts, err := engine.Engine{CustomTemplateFuncs: random()}.RenderWithContext(context.Background(), truth, top)
	if err != nil {
		return err
	}
	t.assemble(texts, printed, out)
	return nil
}

// assemble puts the documents of all templates into one file: objects refer to
// each other.
func (t *tracer) assemble(texts, printed map[string]string, out *Rendered) {
	var all []source.Text
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		if path.Base(name) == "NOTES.txt" || strings.TrimSpace(texts[name]) == "" {
			continue
		}
		template := t.sources[name].Slice(0, 0).Foremost()
		text := t.decode(printed[name])
		if text.String() != texts[name] {
			text = source.Vague(texts[name], template)
			out.Untraced = append(out.Untraced, name)
		}
		if _, err := yamldoc.Parse(source.NewFile(name, []byte(texts[name]))); err != nil {
			out.problem(template, "what it renders to is no YAML: %s", oneLine(err))
			continue
		}
		all = append(all, literal("---\n# Source: "+name+"\n"), text)
		if !strings.HasSuffix(texts[name], "\n") {
			all = append(all, literal("\n"))
		}
	}
	out.File = source.Rendered(out.File.Name, source.Join(all...))
}

// renderedWith tells the text that a chart renders to from its files.
func renderedWith(r Release) string {
	if s := r.String(); s != "" {
		return " rendered with " + s
	}
	return " rendered"
}

// valuesOf puts values together as Helm does, and drops dependencies that they
// switch off.
func valuesOf(c *chart.Chart, given map[string]any, anySchema bool) (common.Values, error) {
	if err := chartutil.ProcessDependencies(c, given); err != nil {
		return nil, err
	}
	capabilities := common.DefaultCapabilities.Copy()
	version, err := common.ParseKubeVersion(kubeVersion)
	if err != nil {
		return nil, err
	}
	capabilities.KubeVersion = *version
	release := common.ReleaseOptions{Name: "release-name", Namespace: "default", Revision: 1, IsInstall: true}
	return util.ToRenderValuesWithSchemaValidation(c, given, release, capabilities, anySchema)
}

// trace renders with marks. It gives the tracer even where nothing is rendered.
func (c *Chart) trace(r Release) (t *tracer, printed map[string]string, failed map[string]error) {
	m := &marks{}
	t = newTracer(m)
	marked, err := c.fresh()
	if err != nil {
		return t, nil, nil
	}
	skip := conditions(marked)
	c.markChart(marked, m, skip)
	printed, failed = t.all(c, marked, r.mark(m, skip))
	return t, printed, failed
}

// plainly renders without marks, within the same bounds.
func (c *Chart) plainly(given map[string]any) (t *tracer, printed map[string]string, failed map[string]error) {
	t = newTracer(&marks{off: true})
	plain, err := c.fresh()
	if err != nil {
		return t, nil, nil
	}
	printed, failed = t.all(c, plain, given)
	return t, printed, failed
}

func (t *tracer) all(c *Chart, of *chart.Chart, given map[string]any) (printed map[string]string, failed map[string]error) {
	top, err := valuesOf(of, given, true)
	if err != nil {
		return nil, nil
	}
	var files []*templateFile
	t.gather(of, top, c, &files)
	return t.render(files)
}

// without takes the templates that cannot be rendered out of a chart.
func without(c *chart.Chart, failed map[string]error) {
	c.Templates = slices.DeleteFunc(c.Templates, func(f *common.File) bool {
		return failed[path.Join(c.ChartFullPath(), f.Name)] != nil
	})
	for _, d := range c.Dependencies() {
		without(d, failed)
	}
}

// missingDependencies are those that Chart.yaml names and that are not there.
func missingDependencies(c *chart.Chart) []*chart.Dependency {
	var missing []*chart.Dependency
	for _, d := range c.Metadata.Dependencies {
		if !slices.ContainsFunc(c.Dependencies(), func(have *chart.Chart) bool { return have.Name() == d.Name }) {
			missing = append(missing, d)
		}
	}
	return missing
}
