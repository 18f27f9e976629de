package repair

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Override is an option all of whose flags are set again later.
type Override struct {
	Sets   []jvmflag.Setting // by the option
	Winner jvmflag.Setting   // the last for a flag that ends with another value
}

// Overridden are the options that do not count, where they stand in a file.
func Overridden(r *jvmflag.Resolution) []Override {
	var all []Override
	settings := settingsOf(r.History)
	for _, sets := range byOption(r.History) {
		option := sets[0].Option
		if !option.Text.Located() || strings.Contains(option.String(), "Unlock") { // what stands between needs the unlock
			continue
		}
		o := Override{Sets: sets}
		every := true
		for _, set := range sets {
			winner, later := settings[set.Flag.Name].winnerOver(set)
			if !later {
				every = false
				break
			}
			if !sameValue(set, winner) && o.Winner.Option.Text.Len() == 0 {
				o.Winner = winner
			}
		}
		if every && o.Winner.Option.Text.Len() > 0 {
			all = append(all, o)
		}
	}
	return all
}

// byOption groups what one option sets.
func byOption(history []jvmflag.Setting) [][]jvmflag.Setting {
	groups := make([][]jvmflag.Setting, 0, len(history))
	first := 0
	for i := 1; i <= len(history); i++ {
		if i == len(history) || !sameOption(history[first], history[i]) {
			groups = append(groups, history[first:i:i])
			first = i
		}
	}
	return groups
}

func sameOption(a, b jvmflag.Setting) bool {
	return a.Flag.Name != b.Flag.Name && a.Option.Text.Located() && a.Option.Text.Same(b.Option.Text)
}

// settings are those of one flag.
type settings struct {
	first map[setter]int     // when an option sets it first
	last  [2]jvmflag.Setting // the last one that counts whatever came before it, and the last of another option
	at    [2]int             // when these are set; -1: never
}

// setter is an option that sets a flag.
type setter struct {
	place   source.Place
	channel jvmflag.Channel
}

func setterOf(set jvmflag.Setting) setter {
	return setter{set.Option.Text.Place(), set.Option.Channel}
}

func settingsOf(history []jvmflag.Setting) map[string]*settings {
	all := map[string]*settings{}
	for i, set := range history {
		name := set.Flag.Name
		if name == "" && !strings.HasPrefix(set.Option.String(), "-Xms") { // a flag that the JDK keeps to itself
			continue
		}
		if all[name] == nil {
			all[name] = &settings{first: map[setter]int{}, at: [2]int{-1, -1}}
		}
		s, by := all[name], setterOf(set)
		if _, have := s.first[by]; !have {
			s.first[by] = i
		}
		if set.Flag.Spelling.List() && !strings.Contains(set.Option.String(), ":=") { // it adds to what is there
			continue
		}
		if s.at[0] >= 0 && setterOf(s.last[0]) != by {
			s.last[1], s.at[1] = s.last[0], s.at[0]
		}
		s.last[0], s.at[0] = set, i
	}
	return all
}

// winnerOver is the last option that sets the flag of a setting again.
func (s *settings) winnerOver(set jvmflag.Setting) (winner jvmflag.Setting, later bool) {
	if s == nil {
		return winner, false
	}
	by, of := setterOf(set), 0
	if setterOf(s.last[0]) == by {
		of = 1
	}
	first, sets := s.first[by]
	return s.last[of], sets && s.at[of] > first
}

func sameValue(a, b jvmflag.Setting) bool {
	return a.Number == b.Number && a.Double == b.Double && a.Text == b.Text
}
