package rules

import (
	"fmt"
	"path"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var heapDumpLost = lint.Rule{
	ID: "heap-dump-lost", Severity: lint.Info, Confidence: lint.Likely, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupMemory},
	Title:  "the heap dump of an OutOfMemoryError is lost with the container",
	What: `HeapDumpOnOutOfMemoryError is on in a container, and HeapDumpPath is not set, or names a folder that is on
no volume of the container. Without a path the dump goes to the folder in which the JVM starts. Volumes are known for
pods and for Compose; a volume of any kind counts, because it outlives the container, except those that Kubernetes
fills itself. Nothing is reported if OnOutOfMemoryError runs a command, which may save the dump. Nor is a missing path
reported if a start script may add one, as Elasticsearch's does.`,
	Why: `Most programs end after the error, or are killed for it. The container then restarts with an empty file
system, and the dump is gone. The dump counts as ephemeral storage of the node, as much as the heap holds: a pod may be
evicted for it.`,
	FixSafety: "No automatic fix: you must mount a volume with room for the heap.",
	Exceptions: `Somebody, or a sidecar, copies the dump before the container ends. The start script sets a path of its
own, or changes the folder.`,
	Evidence: "Documented by Oracle and Kubernetes. Of 40 real files that switch heap dumps on, 25 name no path.",
	Examples: []lint.Example{mended("pod.yaml", "", `apiVersion: v1
kind: Pod
metadata: {name: shop}
spec:
  containers:
    - name: shop
      image: eclipse-temurin:17
      command: [java, -XX:+HeapDumpOnOutOfMemoryError, -jar, shop.jar]
`, "-jar, shop.jar]", `-XX:HeapDumpPath=/dumps, -jar, shop.jar]
      volumeMounts: [{name: dumps, mountPath: /dumps}]
  volumes: [{name: dumps, persistentVolumeClaim: {claimName: dumps}}]`)},
	References: []string{
		"https://docs.oracle.com/en/java/javase/21/docs/specs/man/java.html",
		"https://kubernetes.io/docs/concepts/storage/volumes/",
		"https://kubernetes.io/docs/concepts/storage/ephemeral-storage/",
	},
	Check: func(p *lint.Pass) {
		on, given := p.Options.Set("HeapDumpOnOutOfMemoryError")
		_, saved := p.Options.Set("OnOutOfMemoryError")
		c := p.Workload.Container
		if p.JVM == nil || !given || !on.Bool() || saved || c == nil || p.Workload.Short {
			return
		}
		at := []source.Text{on.Option.Text}
		to, named := p.Options.Set("HeapDumpPath")
		var f *lint.Finding
		switch {
		case !named && (p.ShowsAll() || on.Option.Channel != jvmflag.CommandLine) && (c.Folder == "" || !c.Keeps(path.Clean(c.Folder))):
			f = p.Report(at, "a heap dump goes to the folder in which the JVM starts, and is lost with the container: HeapDumpPath is not set")
			if c.AllMounts && len(c.Mounts) == 0 && p.ShowsAll() {
				f.Confidence = lint.Certain
			}
		case named && c.AllMounts && path.IsAbs(to.Text) && !strings.ContainsAny(to.Text, "$%") && !c.Keeps(path.Clean(to.Text)):
			f = p.Report(append([]source.Text{to.Value}, at...), "a heap dump in %s is lost with the container: no volume is mounted there", to.Text)
			f.Confidence = lint.Certain
		default:
			return
		}
		room := ""
		if p.JVM.Heap.Known() {
			room = fmt.Sprintf(" with room for %s", lint.Size(p.JVM.Heap))
		}
		f.Suggest(lint.Manual, fmt.Sprintf("mount a volume%s, and name a folder on it: -XX:HeapDumpPath=/dumps", room))
	},
}
