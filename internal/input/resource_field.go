package input

import (
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
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
	if n.Kind() != yamldoc.Scalar || hasPlaceholder(n.Value()) {
		return source.Vague(memoryLimit(divisor), name.Span()), name.Value() == "limits.memory"
	}
	quantity, err := workload.Bytes(n.Text(), source.Configured)
	unit, bad := workload.Bytes(source.Unlocated(divisor, "divisor"), source.Configured)
	if err != nil || bad != nil || unit.N <= 0 || !strings.HasSuffix(name.Value(), ".memory") {
		return source.Text{}, false
	}
	return source.Vague(strconv.FormatInt((quantity.N+unit.N-1)/unit.N, 10), name.Span()), true
}

// memoryLimit stands for the limit of the container, whatever it is.
func memoryLimit(divisor string) string {
	if divisor == "1" {
		return "$(limits.memory)"
	}
	return "$(limits.memory/" + divisor + ")"
}

// isOfLimit tells an option that takes the heap from the limit; where that is
// not known, all of it.
func isOfLimit(o jvmflag.Option, open bool) bool {
	if !strings.HasPrefix(o.String(), "-Xmx") {
		return false
	}
	for divisor, unit := range map[string]string{"1": "", "1Ki": "k", "1Mi": "m", "1Gi": "g"} {
		if open && o.String() == "-Xmx"+memoryLimit(divisor)+unit {
			return true
		}
	}
	return !open && slices.ContainsFunc(o.Text.Pieces(), func(p source.Text) bool {
		return !p.Exact() && p.Foremost().String() == "limits.memory"
	})
}

func siblingNamed(container *yamldoc.Node, name string) *yamldoc.Node {
	for _, c := range container.Parent().Items() {
		if c.Get("name").Value() == name {
			return c
		}
	}
	return nil
}
