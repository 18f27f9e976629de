package chart

import "github.com/jvmlint/jvmlint/internal/chart/helmchart"

// Random are the functions that stand in for random ones.
var Random = random

// Texts gives what each template prints, and why others could not.
func (c *Chart) Texts(r Release) (texts map[string]string, failed map[string]error, err error) {
	given, err := r.read()
	if err != nil {
		return nil, nil, err
	}
	_, texts, failed, err = c.plainly(c.loaded.Copy(), given)
	return texts, failed, err
}

// Loaded is the chart as Helm loads it.
func (c *Chart) Loaded() *helmchart.Chart { return c.loaded }
