package kube

import (
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// fragment is what the name of a file says of the object in it: a Maven plugin
// completes it, and adds an image that it builds where none is named.
//
//	https://eclipse.dev/jkube/docs/kubernetes-maven-plugin/#_kinds_and_filename_types
type fragment struct{ kind, name string }

// fragmentKinds are those that containers stand in, or take variables from, by the
// last word of the file's name.
var fragmentKinds = map[string]string{
	"deployment": "Deployment", "dc": "DeploymentConfig", "deploymentconfig": "DeploymentConfig", "statefulset": "StatefulSet", "ds": "DaemonSet", "daemonset": "DaemonSet",
	"rs": "ReplicaSet", "replicaset": "ReplicaSet", "rc": "ReplicationController", "replicationcontroller": "ReplicationController", "pd": "Pod", "pod": "Pod",
	"job": "Job", "cj": "CronJob", "cronjob": "CronJob", "cm": "ConfigMap", "configmap": "ConfigMap", "secret": "Secret",
}

var inFragments = lazyregexp.New(`(?:^|/)src/main/(?:fabric8|jkube)/`)

// fragmentOf reads the name of a file: NAME-KIND.yml, or KIND.yml.
func fragmentOf(file string) fragment {
	file = strings.ReplaceAll(file, `\`, "/")
	if !inFragments.MatchString(file) {
		return fragment{}
	}
	base := path.Base(file)
	base = strings.TrimSuffix(base, path.Ext(base))
	dash := strings.LastIndexByte(base, '-')
	return fragment{kind: fragmentKinds[strings.ToLower(base[dash+1:])], name: base[:max(dash, 0)]}
}

// isFragment reports whether a document is an object whose kind the file's name tells.
func (in file) isFragment(root *yamldoc.Node) bool {
	return root.Kind() == yamldoc.Mapping && root.Get("kind") == nil && fragmentOf(in.File.Name).kind != ""
}

// kindOf is the kind of an object, as it says or as the file's name does.
func (m *manifests) kindOf(o *yamldoc.Node) string {
	if kind := o.Get("kind"); kind != nil {
		return kind.Value()
	}
	return fragmentOf(m.File.Name).kind
}

// nameOf is what an object is called.
func (m *manifests) nameOf(o *yamldoc.Node) string {
	if name := o.Get("metadata", "name").Value(); name != "" || o.Get("kind") != nil {
		return name
	}
	return fragmentOf(m.File.Name).name
}

// nameOfPlugin names the JVM of a container whose image the plugin brings, where
// its options are unknown.
func (m *manifests) nameOfPlugin(container *yamldoc.Node, w workload.Workload, start reading.StartCommand) {
	image := container.Get("image").Value()
	if fragmentOf(m.File.Name).kind == "" || start.Replaced || w.Short || image != "" && !reading.HasPlaceholder(image) {
		return
	}
	at := container.Get("name").Span()
	if at.IsZero() {
		at = container.Span()
		at = source.Span{File: at.File, Start: at.Start, End: at.Start}
	}
	m.NotJudged(at, "the build brings its image, whose options are unknown")
}
