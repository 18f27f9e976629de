package rules

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

var memoryUnit = lint.Rule{
	ID: "memory-unit", Severity: lint.Error, Confidence: lint.Certain, Groups: ofMemory,
	Title: "a limit or request has the wrong unit",
	Check: func(p *lint.Pass) {
		for _, slip := range p.Workload.Slips {
			reportSlip(p, slip)
		}
		binary, slip := decimalSlip(p)
		if !slip {
			return
		}
		memory, heap := p.Workload.Memory, p.JVM.Heap
		written := memory.Text.String()
		suffix := len(strings.TrimRight(written, " ")) - 1
		f := p.Report(lint.Places{memory.Text.Slice(suffix, suffix+1), heap.Text}, "a limit of %s is %d MiB, less than the heap of %s: %s is a decimal unit", p.Limit(), memory.N>>20, lint.Size(heap), written[suffix:suffix+1])
		f.Because(heap.Text, "heap size, in binary units")
		if budget, ok := p.Budget(); ok && budget.Planned() > binary {
			repair.SuggestLimit(p, f, p.Parameter(sumMostOfLimit))
			return
		}
		f.Suggest(lint.Unsafe, "write "+p.Limit()+"i", lint.Replace(memory.Text, p.Limit()+"i"))
	},
}

func reportSlip(p *lint.Pass, slip workload.Slip) {
	if comment := slip.Comment; comment.Len() > 0 {
		f := p.Report(lint.Places{comment}, "systemd takes the comment for a part of %s: the limit is not applied", slip.Key)
		f.Severity = lint.Warning
		f.Suggest(lint.Manual, "put the comment on a line of its own, so that the limit is applied")
		return
	}
	written := strings.TrimSpace(slip.Size.Text.String())
	if slip.CPUs {
		f := p.Report(lint.Places{slip.Size.Text, p.Workload.Memory.Text}, "a limit of %s whole CPUs beside %s of memory", written, p.Limit())
		f.Severity = lint.Warning
		meant := fmt.Sprintf("%dm", slip.Size.N)
		f.Note("thousandths of a CPU are written " + meant)
		if p.Workload.CPURequest.N > slip.Size.N { // Kubernetes refuses a request above its limit
			f.Suggest(lint.Manual, "write "+meant+", and no more than that for the request")
			return
		}
		f.Suggest(lint.Unsafe, "write "+meant, lint.Replace(slip.Size.Text, meant))
		return
	}
	number := strings.TrimSuffix(written, "m")
	why := ""
	if number != written {
		why = ": m means thousandths, as for CPUs"
	} else if strings.Trim(number, "0123456789") == "" {
		why = ": it has no unit"
	}
	f := p.Report(lint.Places{slip.Size.Text}, "%s of memory is %s%s", written, plural.Of(slip.Size.N, "byte"), why)
	if slip.Key == "requests" {
		f.Severity = lint.Warning
	}
	meant := meantSize(p, slip)
	if meant == "" {
		f.Suggest(lint.Manual, "write a unit, as in 512Mi or 4Gi")
		return
	}
	title, edits := "write "+meant, []source.Edit{lint.Replace(slip.Size.Text, meant)}
	other, both := lists.First(p.Workload.Slips, func(s workload.Slip) bool { return s.Key != slip.Key && !s.CPUs })
	if request := meantSize(p, other); both && slip.Key == "limits" && request != "" {
		title, edits = title+", and "+request+" for the request", append(edits, lint.Replace(other.Size.Text, request))
	}
	f.Suggest(lint.Unsafe, title, edits...)
	if both && slip.Key == "requests" {
		repair.Leave(&f.Fixes[0], "its limit has the wrong unit, too: see to both")
	}
}

// meantSize is a size in the unit that it is meant in. Who writes m means mebibytes, and small numbers without a unit
// are gibibytes. It is empty where that is not known, and for a limit that then does not hold the heap that an option sets.
func meantSize(p *lint.Pass, slip workload.Slip) string {
	const fewGibibytes = 64
	number, mega := strings.CutSuffix(strings.TrimSpace(slip.Size.Text.String()), "m")
	n, err := strconv.ParseUint(number, 10, 31)
	heap, given := p.Options.Set("MaxHeapSize")
	holds := func(unit uint64) bool { return slip.Key == "requests" || !given || n*unit >= heap.Number }
	above := slip.Key == "requests" && p.Workload.Memory.Known() && n*bytesize.Giga > uint64(p.Workload.Memory.N)
	switch {
	case err != nil:
	case !mega && n <= fewGibibytes && !above && holds(bytesize.Giga):
		return number + "Gi"
	case holds(bytesize.Mega):
		return number + "Mi"
	}
	return ""
}

// decimalSlip tells that a limit in decimal units is less than the heap that an
// option gives, and would not be in binary ones: in bytes.
func decimalSlip(p *lint.Pass) (binary int64, slip bool) {
	memory := p.Workload.Memory
	if p.JVM == nil || !memory.Known() || p.JVM.Heap.Origin != source.Option {
		return 0, false
	}
	written := p.Limit()
	if written == "" || !strings.Contains("MGT", written[len(written)-1:]) {
		return 0, false
	}
	v, err := workload.Bytes(source.Unlocated(written+"i", "what may be meant"), source.Assumed)
	heap := p.JVM.Heap.N
	return v.N, err == nil && memory.N < heap && heap <= v.N
}
