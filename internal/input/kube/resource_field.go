package kube

import (
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/internal/yamldoc"
)

// resourceField is the value of a variable that refers to a limit or a request
// of a container of the same pod: how many divisors it holds, rounded up.
// A memory limit that is not set here is known by its name alone.
//
// https://github.com/kubernetes/kubernetes/blob/v1.30.0/pkg/api/v1/resource/helpers.go, ExtractContainerResourceValue
func resourceField(item, container *yamldoc.Node) (source.Text, bool) {
	ref := item.Get("valueFrom", "resourceFieldRef")
	name := ref.Get("resource")
	if name.Kind() != yamldoc.Scalar {
		return source.Text{}, false
	}
	if other := ref.Get("containerName").Value(); other != "" && other != container.Get("name").Value() {
		container = siblingNamed(container, other)
	}
	divisor := ref.Get("divisor").Value()
	if divisor == "" || divisor == "0" {
		divisor = "1"
	}
	n := container.Get(append([]string{"resources"}, strings.SplitN(name.Value(), ".", 2)...)...)
	if n.Kind() != yamldoc.Scalar || reading.HasPlaceholder(n.Value()) {
		return source.Vague(reading.MemoryLimit(divisor), name.Span()), name.Value() == "limits.memory"
	}
	quantity, err := workload.Bytes(n.Text(), source.Configured)
	unit, bad := workload.Bytes(source.Unlocated(divisor, "divisor"), source.Configured)
	if err != nil || bad != nil || unit.N <= 0 || !strings.HasSuffix(name.Value(), ".memory") {
		return source.Text{}, false
	}
	return source.Vague(strconv.FormatInt((quantity.N+unit.N-1)/unit.N, 10), name.Span()), true
}

func siblingNamed(container *yamldoc.Node, name string) *yamldoc.Node {
	for _, c := range container.Parent().Items() {
		if c.Get("name").Value() == name {
			return c
		}
	}
	return nil
}
