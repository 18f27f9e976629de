package kube

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// sizedElsewhere are resources whose JVMs get their sizes from what is no option:
// where, in spec, each of them stands, and what decides.
//
//	https://nightlies.apache.org/flink/flink-kubernetes-operator-docs-stable/docs/custom-resource/reference/
//	https://github.com/kubeflow/spark-operator/blob/master/docs/api-docs.md
var sizedElsewhere = []struct {
	group string
	jvms  []fieldPath
	why   string
}{
	{"flink.apache.org", []fieldPath{{"jobManager"}, {"taskManager"}}, "Flink sizes it from the memory of the process, by its own model"},
	{"sparkoperator.k8s.io", []fieldPath{{"driver"}, {"executor"}, {"template", "driver"}, {"template", "executor"}}, "Spark sizes it from memory and memoryOverhead"},
}

// nameSizedElsewhere names the JVMs of a resource that no option sizes.
func (m *manifests) nameSizedElsewhere(group string, spec *yamldoc.Node) {
	for _, s := range sizedElsewhere {
		if s.group != group {
			continue
		}
		for _, path := range s.jvms {
			if jvm := spec.Get(path...); jvm.Kind() == yamldoc.Mapping {
				m.NotJudged(jvm.Key().Span(), "%s", s.why)
			}
		}
	}
}

// readKeycloak reads a resource of Keycloak, where it names the image that is
// started: by itself the release of the operator does.
//
// https://www.keycloak.org/operator/advanced-configuration
func (m *manifests) readKeycloak(o *yamldoc.Node) {
	spec, name := o.Get("spec"), o.Get("metadata", "name")
	if spec.Get("unsupported", "podTemplate", "spec", "containers") != nil {
		return // it was read as a container
	}
	w := workload.Workload{Name: reading.JoinNames("Keycloak", name.Value()), File: m.File, At: name.Text(), Known: workload.AllOptions, JDK: workload.OpenJDK()}
	m.resources(&w, spec)
	w.Limited = false // the operator brings limits of its own
	defaults := m.imageOf(&w, spec.Get("image"))
	if w.Image.Len() == 0 {
		m.NotJudged(name.Span(), "the release of the operator decides the image of Keycloak")
		return
	}
	m.ReadJVMs(w, m.environmentOf(spec), reading.StartCommand{Arguments: true}, defaults)
}

// placeStarRocks gives the JVM of a front end, whose options stand in a ConfigMap,
// the limits that its resource has beside them. It tells false where there is none.
//
// https://github.com/StarRocks/starrocks-kubernetes-operator/blob/main/pkg/apis/starrocks/v1/component_type.go
func (m *manifests) placeStarRocks(spec *yamldoc.Node) bool {
	fe := spec.Get("starRocksFeSpec")
	entry, found := m.ownData("ConfigMap", fe.Get("configMapInfo", "configMapName").Value()).Entry(fe.Get("configMapInfo", "resolveKey").Value())
	if !found {
		if fe.Kind() == yamldoc.Mapping {
			m.NotJudged(fe.Key().Span(), "its options stand in a ConfigMap that is not here")
		}
		return fe.Kind() == yamldoc.Mapping
	}
	for _, w := range m.scripts[entry.Value] {
		m.report(resourcesAt(w, fe))
		w.Limited = false
	}
	return true
}

// runnerOptions are those that Druid starts its tasks with, in the properties of
// the node that starts them.
//
// https://druid.apache.org/docs/latest/configuration/#middlemanager-configuration
var runnerOptions = lazyregexp.New(`(?m)^[ \t]*(druid\.indexer\.runner\.javaOpts(?:Array)?)[ \t]*[=:][ \t]*(\S.*?)[ \t]*\r?$`)

// readRunnerOptions reads a text of properties that has some. It reports whether
// it has.
func (in file) readRunnerOptions(n *yamldoc.Node, names ...string) bool {
	if n.Kind() != yamldoc.Scalar || !strings.Contains(n.Value(), "druid.indexer.runner.javaOpts") {
		return false
	}
	text, some := n.Text(), false
	for _, at := range runnerOptions.FindAllStringSubmatchIndex(text.String(), -1) {
		value, name := text.Slice(at[4], at[5]), text.Slice(at[2], at[3])
		var options []jvmflag.Option
		if words, list := reading.JSONWords(value); list {
			for _, w := range words {
				options = append(options, w.Option())
			}
		} else if !strings.HasSuffix(value.String(), `\`) {
			options = in.JVMOptions(jvmflag.CommandLine, value)
		}
		if len(options) == 0 || reading.HasPlaceholder(value.String()) {
			continue
		}
		some = true
		in.Add(workload.Workload{
			Name: reading.JoinNames(append(names, name.String())...), File: in.File, At: name, Known: workload.PartOfOptions, AnyProgram: true, JDK: workload.OpenJDK(),
			Options: jvmflag.Known(jvmflag.Runs, options),
		})
	}
	return some
}

// findRunnerOptions does so in all texts of a resource.
func (m *manifests) findRunnerOptions(n *yamldoc.Node, name string) {
	m.readRunnerOptions(n, name)
	for _, item := range n.Items() {
		m.findRunnerOptions(item, name)
	}
	for _, e := range n.Entries() {
		m.findRunnerOptions(e.Value, reading.JoinNames(name, e.Key.Value()))
	}
}
