package advise

import "github.com/jvmlint/jvmlint/internal/hotspot"

// setTenuring shortens the way of objects that come to stay: in the young
// generation each of its collections copies them again.
func setTenuring(s *sheet, _ judge) {
	p := s.prediction()
	if p.JVM == nil {
		return
	}
	switch kind := p.JVM.Collector.Kind; {
	case s.profile == latency && kind != hotspot.Z:
		s.set("-XX:MaxTenuringThreshold=1", "a structure that is swapped as a whole is copied once on its way to the old generation, not up to 15 times",
			"docs/advice.md, A4: 0 halved its pauses, an age of 1 did the same")
	case s.profile == batch && kind == hotspot.Parallel:
		s.set("-XX:MaxTenuringThreshold=2", "the state of a pipeline lives as long as the pipeline, the rest dies at once", "docs/advice.md, A3: with NewRatio=8 full GCs of 7 s went away")
	}
}
