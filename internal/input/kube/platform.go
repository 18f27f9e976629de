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

// runtimes are where serverless.yml, a template of SAM or CloudFormation and app.yaml name it.
var runtimes = []fieldPath{{"runtime"}, {"provider", "runtime"}, {"functions", "*", "runtime"}, {"Globals", "Function", "Runtime"}, {"Resources", "*", "Properties", "Runtime"}}

// nameRuntimes names the JVMs of functions and services that a platform starts.
func (in file) nameRuntimes(root *yamldoc.Node) {
	for _, p := range runtimes {
		last := len(p) - 1
		for _, holder := range eachOf(root, p[:last]) {
			if n := holder.Get(p[last]); javaRuntime.MatchString(n.Value()) {
				in.NotJudged(n.Span(), "the platform starts runtime %s with options of its own", n.Value())
			}
		}
	}
}
