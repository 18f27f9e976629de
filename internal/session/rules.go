package session

import (
	"slices"

	"github.com/jvmlint/jvmlint/internal/config"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/workload"
	"github.com/jvmlint/jvmlint/rules"
)

// allRules are jvmlint's own, and those of each configuration that was read.
func (s *Session) allRules() []*lint.Rule {
	all := slices.Clone(rules.All())
	for _, c := range s.configs.all() {
		for _, r := range c.CustomRules() {
			if s.customOf == nil {
				s.customOf = map[*lint.Rule]*config.Config{}
			}
			s.customOf[r] = c
			all = append(all, r)
		}
	}
	return all
}

// chosenRules are those that the options let judge.
func (s *Session) chosenRules() []*lint.Rule {
	var chosen []*lint.Rule
	for _, r := range s.allRules() {
		if judged, _ := s.chosen.judges(r); judged {
			chosen = append(chosen, r)
		}
	}
	return chosen
}

// judges reports whether the choice lets a rule judge, and which option decides
// that; none where it says nothing of the rule.
func (c Choice) judges(r *lint.Rule) (judged bool, by string) {
	switch {
	case slices.Contains(c.Ignored, r.ID):
		return false, "--ignore"
	case slices.Contains(c.Selected, r.ID):
		return true, "--select"
	case len(c.Selected) > 0:
		return false, "--select"
	}
	return true, ""
}

// settings are those of the rules for a workload.
func (s *Session) settings(w *workload.Workload) lint.Settings {
	return config.Lint(s.said[w].Rules, s.chosen.Selected)
}

// holding gives those of some rules that hold for a workload: one of a
// configuration does where that does.
func (s *Session) holding(all []*lint.Rule) func(*workload.Workload) []*lint.Rule {
	if len(s.customOf) == 0 {
		return func(*workload.Workload) []*lint.Rule { return all }
	}
	return func(w *workload.Workload) []*lint.Rule {
		return slices.DeleteFunc(slices.Clone(all), func(r *lint.Rule) bool { return s.customOf[r] != nil && s.customOf[r] != s.said[w].config })
	}
}

// judging gives those of some rules that judge a workload.
func (s *Session) judging(all []*lint.Rule) func(*workload.Workload) []*lint.Rule {
	holding := s.holding(all)
	return func(w *workload.Workload) []*lint.Rule {
		settings := s.settings(w)
		return slices.DeleteFunc(slices.Clone(holding(w)), func(r *lint.Rule) bool { return settings[r.ID].Off })
	}
}

// RuleIDs are the names of all rules of the session.
func (s *Session) RuleIDs() []string {
	var ids []string
	for _, r := range s.allRules() {
		ids = append(ids, r.ID)
	}
	return ids
}
