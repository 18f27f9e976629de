package kube

import (
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// javaRuntime is a runtime of a platform that starts the JVM itself.
//
//	https://docs.aws.amazon.com/lambda/latest/dg/lambda-runtimes.html
//	https://cloud.google.com/appengine/docs/standard/lifecycle/runtime-lifecycle
var javaRuntime = lazyregexp.New(`^java-?\d+(?:\.al\d+)?$`)

// nameRuntimes names the JVMs of functions and services that a platform starts: the
// runtime of serverless.yml, of a template of SAM, of app.yaml.
func (in file) nameRuntimes(n *yamldoc.Node) {
	for _, e := range n.Entries() {
		if key := e.Key.Value(); (key == "runtime" || key == "Runtime") && javaRuntime.MatchString(e.Value.Value()) {
			in.NotJudged(e.Value.Span(), "the platform starts runtime %s with options of its own", e.Value.Value())
		}
		in.nameRuntimes(e.Value)
	}
	for _, item := range n.Items() {
		in.nameRuntimes(item)
	}
}
