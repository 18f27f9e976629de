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
// installed in a cluster with values, and drops dependencies that these switch
// off.
func (c *Chart) InstalledWith(given map[string]any, in Cluster, b *budget.Budget) (top *Top, err error) {
	defer budget.Catch(&err)
	c.charge(given, b)
	top = &Top{Capabilities: in.capabilities(), Release: map[string]any{
		"Name": "release-name", "Namespace": "default", "Revision": 1,
		"IsInstall": true, "IsUpgrade": false, "Service": "Helm",
	}}
	if needs, have := c.Metadata.KubeVersion, top.Capabilities.KubeVersion; needs != "" && !fits(needs, have.String()) {
		if in.KubeVersionBy == "" {
			return nil, fmt.Errorf("the chart is for Kubernetes %s, but Helm renders for %s by default: --kube-version names another one", needs, have.Version)
		}
		return nil, fmt.Errorf("the chart is for Kubernetes %s, but %s says %s", needs, in.KubeVersionBy, have.Version)
	}
	if err := c.process(given); err != nil {
		return nil, err
	}
	top.Values, err = c.coalesce(given)
	return top, err
}
