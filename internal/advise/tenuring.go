package advise

import "github.com/jvmlint/jvmlint/internal/hotspot"

// setTenuring shortens the way of objects that come to stay: in the young
// generation each of its collections copies them again. A structure that is swapped as a whole fills
// the survivor spaces and goes to the old generation at age 1 whatever the threshold, so that only 0
// saves a copy (rule tenuring), and 0 takes what a request still holds along: latency leaves it.
func setTenuring(s *sheet, _ judge) {
	if p := s.prediction(); p.JVM != nil && s.profile == batch && p.JVM.Collector.Kind == hotspot.Parallel {
		s.set("-XX:MaxTenuringThreshold=2", "the state of a pipeline lives as long as the pipeline, the rest dies at once", "docs/advice.md, A3: with NewRatio=8 full GCs of 7 s went away")
	}
}
