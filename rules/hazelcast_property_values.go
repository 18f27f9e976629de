package rules

import (
	"fmt"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

func reportBadValue(p *lint.Pass, w hazelcast.Written, known hazelcast.KnownProperty) {
	if known.Name == hazelcast.HeartbeatTimeout || known.Name == hazelcast.HeartbeatInterval {
		return // hazelcast-heartbeat-vs-full-gc tells of these
	}
	value := w.Value.String()
	kind := "whole number"
	if known.Type == hazelcast.Number {
		kind = "number"
	}
	if unit := known.Unit; unit != "" {
		kind += " of " + unit
	}
	switch known.Judge(w.Value) {
	case hazelcast.Refused:
		message := fmt.Sprintf("%q is no %s: the member does not start", value, kind)
		words := hazelcast.Choices(known.Name)
		if words != nil {
			message = fmt.Sprintf("%q is no value of %s (%s): the member does not start", value, known.Name, strings.Join(words, ", "))
		}
		f := p.Report([]source.Text{w.Value}, "%s", message)
		f.Confidence = lint.Certain
		for _, word := range words {
			if strings.EqualFold(word, value) {
				f.Suggest(lint.Unsafe, "write "+word, lint.Replace(w.Value, word))
				return
			}
		}
		suggestDefault(f, w, known)
	case hazelcast.Throws:
		f := p.Report([]source.Text{w.Value}, "%q is no %s: the member starts, and throws a NumberFormatException when it reads %s", value, kind, known.Name)
		f.Confidence, f.Severity = lint.Certain, lint.Warning
		suggestDefault(f, w, known)
	case hazelcast.Ignored:
		f := p.Report([]source.Text{w.Value}, "%q is no %s: the member takes its default%s", value, kind, defaultInstead(known))
		f.Confidence, f.Severity = lint.Certain, lint.Warning
		suggestDefault(f, w, known)
	case hazelcast.ReadAsFalse:
		f := p.Report([]source.Text{w.Value}, "%s is read as false: of a switch no other word than true is on", value)
		f.Confidence, f.Severity = lint.Certain, lint.Warning
		f.Suggest(lint.Unsafe, "write true, if it is meant to be on", lint.Replace(w.Value, "true"))
	}
}

func suggestDefault(f *lint.Finding, w hazelcast.Written, known hazelcast.KnownProperty) {
	if known.Default == "" || known.Default == "computed" {
		f.Suggest(lint.Manual, "write a number")
		return
	}
	f.Suggest(lint.Unsafe, "write the default, "+known.Default, lint.Replace(w.Value, known.Default))
}

func defaultInstead(known hazelcast.KnownProperty) string {
	if known.Default == "" {
		return ""
	}
	return ", " + known.Default + " counts"
}
