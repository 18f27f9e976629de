package rules

import (
	"fmt"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot/memory"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/plural"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/repair"
	"github.com/jvmlint/jvmlint/internal/source"
)

var sumMostOfLimit = lint.Parameter{Name: "most-of-limit", Unit: lint.UnitPercent, Default: 100, Least: 50, Most: 100, Doc: "share of the memory limit that the sum may fill"}

var containerMemorySum = lint.Rule{
	ID: "container-memory-sum", Severity: lint.Warning, Confidence: lint.Likely, Groups: ofMemory,
	YieldsTo:   []string{"heap-is-limit", "direct-memory-nonsense"},
	Title:      "the container's limit does not hold heap, metaspace, code cache, GC and the rest",
	Parameters: []lint.Parameter{sumMostOfLimit},
	Check: func(p *lint.Pass) {
		if p.JVM == nil || lacks(p, p.Workload.Memory, lint.FactMemory) {
			return
		}
		limit := sumMayFill(p)
		budget, ok := p.Budget()
		_, full := p.Crowded()
		_, nonsense := noBound(p)
		if !ok || full || nonsense {
			return
		}
		if budget.Planned() <= limit+budget.Error() {
			if beside := p.Beside(); beside.Planned > 0 && budget.Planned()+beside.Planned > limit+budget.Error() && !p.Workload.Accompanies {
				reportTogether(p, budget, beside, limit)
			}
			return
		}
		over := budget.Planned() - limit
		message := fmt.Sprintf("the process may need %s, over %s", lint.MiB(budget.Planned()), mayFill(p))
		if direct := budget.UnboundedDirect(); over <= direct {
			message += fmt.Sprintf(": %s are assumed for direct memory, which has no bound", lint.MiB(direct))
		}
		f := p.Report(lint.Places{p.HeapText(), p.Workload.Memory.Text}, "%s", message)
		f.Weight = budget.Planned()
		least, ok := p.LeastBudget()
		f.InfoIf(endsBefore(p) || budget.Doubtful(limit) || ok && least.Planned() <= limit)
		f.Because(p.Workload.Memory.Text, "memory limit")
		f.Budget = &budget
		of := either.Of(p.Parameter(sumMostOfLimit) != 100, "that part,", "the limit of")
		cpus := p.BudgetMachine().CPUs
		f.Note(fmt.Sprintf("%s over %s %s; %s of the sum are assumed of the program%s", lint.MiB(over), of, lint.MiB(limit),
			lint.MiB(budget.Assumed()), lint.If(cpus.Origin == source.Assumed, ", and "+plural.Of(cpus.N, "CPU"))))
		p.NoteHeapOfImage(f)
		for _, pool := range budget.Pools {
			f.Because(pool.At, pool.Name)
		}
		repair.SuggestFit(p, f, limit-p.Beside().Planned, p.Parameter(sumMostOfLimit))
		if budget.Compared != nil && len(budget.Compared.Parts) > 0 {
			total := p.Workload.NativeMemory.Total.Committed
			f.Note(fmt.Sprintf("measured: %s committed (%s), without malloc overhead and the memory of native libraries; the measured size of a pool counts if it is more than planned", lint.MiB(total.N), total.Why))
		}
		if budget.UnboundedDirect() > 0 {
			f.Suggest(lint.Manual, "measure direct memory and bound it with -XX:MaxDirectMemorySize, to replace the assumed share")
		}
	},
}

// reportTogether reports JVMs of one container of which each fits its limit, and all of them do not.
func reportTogether(p *lint.Pass, budget memory.Budget, beside predict.Beside, limit int64) {
	sum, others := budget.Planned()+beside.Planned, p.Workload.Companions
	places := lint.Places{p.HeapText(), p.Workload.Memory.Text}
	message := fmt.Sprintf("%s run in the container at once and may need %s, over %s", plural.Of(len(others)+1, "JVM"), lint.MiB(sum), mayFill(p))
	// A helper that touches its initial heap as the program does.
	helper, helps := lists.First(p.Others(), func(o *predict.Other) bool { return o.Touched.Text.Located() })
	if helps = helps && helper.Touched.Known(); helps {
		places = append(lint.Places{helper.Touched.Text}, places...)
		message = fmt.Sprintf("the options reach the JVM of the %s, too, which touches a heap of %s each time: together they may need %s, over %s", helper.Workload.Name, lint.Size(helper.Touched), lint.MiB(sum), mayFill(p))
	}
	f := p.Report(places, "%s", message)
	f.Weight = sum
	f.InfoIf(endsBefore(p) || sum-limit <= budget.MayBeOff()+beside.Off)
	f.Because(p.Workload.Memory.Text, "memory limit")
	for _, w := range others {
		f.Because(w.At, "runs at the same time")
	}
	theOthers := lint.Verb(len(others), "the other", fmt.Sprintf("the %d others", len(others)))
	f.Note(fmt.Sprintf("%s for this one, %s for %s", lint.MiB(budget.Planned()), lint.MiB(beside.Planned), theOthers))
	if helps { // a smaller heap is one of both
		f.Suggest(lint.Manual, "start it without these options (env -u NAME before its command), or probe without a JVM")
		return
	}
	repair.SuggestFit(p, f, limit-beside.Planned, p.Parameter(sumMostOfLimit))
}

// sumMayFill returns the part of the limit that the sum may fill, in bytes.
func sumMayFill(p *lint.Pass) int64 { return p.Workload.Memory.N * p.Parameter(sumMostOfLimit) / 100 }

// mayFill returns the same in words.
func mayFill(p *lint.Pass) string {
	if share := p.Parameter(sumMostOfLimit); share != 100 {
		return fmt.Sprintf("%d %% of the limit of %s", share, p.Limit())
	}
	return "the limit of " + p.Limit()
}
