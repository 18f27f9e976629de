package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
)

var hazelcastJDK = lint.Rule{
	ID: "hazelcast-jdk", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemberStart,
	Title: "the Hazelcast release needs a newer JDK",
	Check: func(p *lint.Pass) {
		v := p.Workload.HazelcastVersion
		needed := hazelcast.OldestJDK(v)
		if !p.Workload.IsMember || p.Workload.JDK.Open || p.JDK >= needed {
			return
		}
		image := p.Workload.Image // whose tag may be on its own in a file
		tag := image.Slice(strings.LastIndexByte(image.String(), ':')+1, image.Len())
		f := p.Report(lint.Places{p.Workload.JDK.At, tag}, "Hazelcast %s needs JDK %d or later: JDK %d cannot load its classes", v, needed, p.JDK)
		f.Suggest(lint.Manual, fmt.Sprintf("run it with JDK %d", needed))
	},
}
