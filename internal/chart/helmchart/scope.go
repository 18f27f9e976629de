package helmchart

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/chart/budget"
)

// Top is what the templates of a chart see.
type Top struct {
	Values       Values
	Capabilities *Capabilities
	Release      map[string]any
}

// InstalledWith puts together what the templates of a chart see that is
// installed with values, and drops dependencies that these switch off.
func (c *Chart) InstalledWith(given map[string]any, b *budget.Budget) (top *Top, err error) {
	defer budget.Catch(&err)
	c.charge(given, b)
	top = &Top{Capabilities: NewCapabilities(), Release: map[string]any{
		"Name": "release-name", "Namespace": "default", "Revision": 1,
		"IsInstall": true, "IsUpgrade": false, "Service": "Helm",
	}}
	if needs := c.Metadata.KubeVersion; needs != "" && !fits(needs, top.Capabilities.KubeVersion.Version) {
		return nil, fmt.Errorf("the chart is for Kubernetes %s", needs)
	}
	if err := c.process(given); err != nil {
		return nil, err
	}
	top.Values, err = c.coalesce(given)
	return top, err
}
