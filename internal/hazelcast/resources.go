package hazelcast

import (
	_ "embed"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/spelling"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

//go:embed resources.tsv
var resourcesTSV string

// resourceFields are those of the operator's resources, by the kind and the path below spec: Map/eviction/maxSize.
var resourceFields = jvmflag.TableMap(resourcesTSV)

// ResourceFault is what the operator's schema does not allow in a resource.
type ResourceFault struct {
	At             source.Text
	Message, Meant string // what is wrong, and what is right in its place; empty where that is not known
	Unknown        bool   // a field that no release up to 5.12 has, and none is nearly called
}

// IsOperated tells a resource of the operator whose fields are known. The operator that installs the chart has other
// ones of the same group.
func IsOperated(o *yamldoc.Node) bool {
	ofChart := slices.ContainsFunc([]string{"hazelcast", "mancenter", "cluster", "image"}, func(key string) bool { return o.Get("spec", key) != nil })
	return o.Get("apiVersion").Value() == "hazelcast.com/v1alpha1" && resourceFields()[o.Get("kind").Value()] != "" && !ofChart
}

// ResourceFaults are those of all resources.
func (c *Config) ResourceFaults() (all []ResourceFault) {
	if c == nil {
		return nil
	}
	for _, o := range c.Resources {
		spec, _ := o.Entry("spec")
		all = append(all, faultsOf(spec.Key, spec.Value, o.Get("kind").Value())...)
	}
	return all
}

// faultsOf are those of the value of a field, and of what is below it.
func faultsOf(key, n *yamldoc.Node, path string) (all []ResourceFault) {
	if n == nil || n.IsNull() || n.Kind() == yamldoc.Scalar && FilledIn(n.Text()) {
		return nil
	}
	kind, _, _ := strings.Cut(path, "/")
	if wanted, words := unfit(n, resourceFields()[path]); wanted != "" {
		f := ResourceFault{At: n.Text(), Meant: spelling.Nearest(n.Value(), words), Message: fmt.Sprintf("%s takes %s: the cluster refuses this %s", key.Value(), wanted, kind)}
		if n.Kind() != yamldoc.Scalar {
			f.At, f.Meant = key.Text(), ""
		}
		return []ResourceFault{f}
	}
	for _, item := range n.Items() {
		all = append(all, faultsOf(key, item, path+"/*")...)
	}
	for _, e := range n.Entries() {
		name := e.Key.Value()
		switch below := path + "/" + name; {
		case resourceFields()[below] != "":
			all = append(all, faultsOf(e.Key, e.Value, below)...)
		case resourceFields()[path] == "object" && !strings.HasPrefix(name, "$"): // which tells a patch what to do
			near, _ := spelling.Only(spelling.Near(below, maps.Keys(resourceFields()), min(len(name)/3, 2)))
			meant, beside := strings.CutPrefix(near.Name, path+"/")
			if !beside || strings.Contains(meant, "/") {
				meant = ""
			}
			all = append(all, ResourceFault{At: e.Key.Text(), Meant: meant, Unknown: meant == "", Message: fmt.Sprintf("%s has no field %s: kubectl refuses it, other tools drop it", kind, name)})
		}
	}
	return all
}

// unfit is what a field takes, where that is not what it is given: of some words, which they are.
func unfit(n *yamldoc.Node, field string) (wanted string, words []string) {
	what, limits, _ := strings.Cut(field, " ")
	fits := true
	switch what {
	case "object":
		fits, wanted = n.Kind() == yamldoc.Mapping, "a mapping"
	case "list":
		fits, wanted = n.Kind() == yamldoc.Sequence, "a list"
	case "text":
		fits, wanted = n.Tag() == "!!str", "a string, in quotes where YAML reads something else"
	case "flag":
		words := strings.Fields("true false yes no on off y n")
		fits, wanted = !n.Quoted() && slices.Contains(words, strings.ToLower(n.Value())), "true or false"
	case "among":
		words = strings.Split(limits, "|")
		fits, wanted = slices.Contains(words, n.Value()), "one of "+strings.Join(words, ", ")
	case "whole":
		least, most, _ := strings.Cut(limits, " ")
		value, err := strconv.ParseInt(n.Value(), 0, 32)
		low, lowest := strconv.ParseInt(least, 10, 32)
		high, highest := strconv.ParseInt(most, 10, 32)
		fits, wanted = n.Tag() == "!!int" && err == nil && (lowest != nil || value >= low) && (highest != nil || value <= high), "a whole number"
		if lowest == nil {
			wanted += " from " + least
		}
		if highest == nil {
			wanted += " up to " + most
		}
	}
	if fits {
		return "", nil
	}
	return wanted, words
}
