package figures

import (
	"io"
	"strings"

	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/report"
	"github.com/jvmlint/jvmlint/internal/source"
)

type jsonPredictions struct {
	Schema    int                     `json:"schema"`
	Workloads []shown[jsonPrediction] `json:"workloads"`
}

type jsonPrediction struct {
	Name   string              `json:"name"`
	JDK    int                 `json:"jdk"`
	Facts  int                 `json:"facts_of_jdk,omitempty"` // the release whose facts answer, where it is another
	Start  jsonStart           `json:"start"`
	GC     string              `json:"gc,omitempty"`
	Flags  map[string]jsonFlag `json:"flags,omitempty"`
	G1     *jsonG1             `json:"g1,omitempty"`
	FullGC *jsonFullGC         `json:"full_gc,omitempty"`
	GCLog  *jsonGCLog          `json:"gc_log,omitempty"`
	Memory *Memory             `json:"memory,omitempty"`
}

type jsonStart struct {
	OK       bool            `json:"ok"`
	Messages []report.Masked `json:"messages"`
}

type jsonFlag struct {
	Value  any    `json:"value"`
	Origin string `json:"origin"`
}

type jsonG1 struct {
	RegionSize    *int64 `json:"region_size"`
	Regions       *int64 `json:"regions"`
	HumongousOver *int64 `json:"humongous_over"`
}

type jsonFullGC struct {
	Workers int       `json:"workers"`
	PauseMS jsonPause `json:"pause_ms"`
	Basis   string    `json:"basis"`

	MeasuredMS *jsonMeasured `json:"measured_ms,omitempty"` // the longest of the GC log
}

type jsonPause struct {
	Low      int64 `json:"low"`
	Expected int64 `json:"expected"`
	High     int64 `json:"high"`
}

// Memory gives sizes in bytes; a ceiling of null is none.
type Memory struct {
	Limit     *int64     `json:"limit"`
	Beside    int64      `json:"beside,omitempty"` // of the limit, for other JVMs of the container
	Committed int64      `json:"committed"`
	Planned   int64      `json:"planned"`
	Ceiling   *int64     `json:"ceiling"`
	Pools     []jsonPool `json:"pools"`

	Measured *jsonNativeMemory `json:"measured,omitempty"`
}

type jsonPool struct {
	Name      string `json:"name"`
	Committed int64  `json:"committed"`
	Planned   int64  `json:"planned"`
	Ceiling   *int64 `json:"ceiling"`
	Kind      string `json:"kind"`
	Why       string `json:"why"`
}

// PredictJSON writes for machines what each workload will do. What is not
// known is null or left out.
func PredictJSON(w io.Writer, workloads []*predict.Predictions) error {
	out := jsonPredictions{Schema: report.Schema, Workloads: []shown[jsonPrediction]{}}
	for _, p := range predictions(workloads) {
		out.Workloads = append(out.Workloads, shown[jsonPrediction]{p.Workload, p.json()})
	}
	return report.Encode(w, out)
}

func (p Prediction) json() jsonPrediction {
	out := jsonPrediction{Name: p.Workload.Name, JDK: p.JDK, Start: startJSON(p.Start)}
	if table := p.Options.Table; table != p.JDK {
		out.Facts = table
	}
	jvm := p.JVM
	if jvm == nil {
		return out
	}
	out.GCLog = gcLogJSON(p.Workload.GCLog)
	out.GC = jvm.Collector.String()
	out.Flags = map[string]jsonFlag{}
	for f := range jvm.Flags() {
		out.Flags[f.Name] = jsonFlag{Value: f.Value, Origin: f.Origin.String()}
	}
	if g1 := jvm.G1; g1 != nil {
		out.G1 = &jsonG1{RegionSize: known(g1.RegionSize), Regions: known(g1.Regions), HumongousOver: known(g1.HumongousOver)}
	}
	if pause, ok := p.FullGCPause(); ok {
		out.FullGC = &jsonFullGC{Workers: pause.Workers, Basis: strings.Join(pause.Basis, "; "),
			PauseMS: jsonPause{Low: pause.Low, Expected: pause.Expected, High: pause.High}, MeasuredMS: measuredJSON(p.Workload.FullGCPause)}
	}
	if memory, ok := p.Memory(); ok {
		out.Memory = MemoryOf(memory)
	}
	return out
}

// MemoryOf is a budget for machines.
func MemoryOf(m *report.Memory) *Memory {
	memory := &Memory{Limit: known(m.Limit), Beside: m.Beside, Committed: m.Committed(), Planned: m.Planned(), Ceiling: bounded(m.Ceiling())}
	for _, pool := range m.Pools {
		memory.Pools = append(memory.Pools, jsonPool{Name: pool.Name, Committed: pool.Committed, Planned: pool.Planned,
			Ceiling: bounded(pool.Ceiling), Kind: pool.Kind.String(), Why: pool.Why})
	}
	memory.Measured = nativeMemoryJSON(m.Compared)
	return memory
}

func known(v source.Value) *int64 {
	if !v.Known() {
		return nil
	}
	return &v.N
}

func bounded(n int64) *int64 {
	if n == hotspot.Unbounded {
		return nil
	}
	return &n
}
