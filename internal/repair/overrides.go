package repair

import (
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// Override is an option all of whose flags are set again later.
type Override struct {
	Sets   []jvmflag.Setting // by the option
	Winner jvmflag.Setting   // the last for a flag that ends with another value
}

// Overridden are the options that do not count, where they stand in a file.
func Overridden(r *jvmflag.Resolution) []Override {
	var all []Override
	for _, sets := range byOption(r.History) {
		option := sets[0].Option
		if !option.Text.Located() || strings.Contains(option.String(), "Unlock") { // what stands between needs the unlock
			continue
		}
		o := Override{Sets: sets}
		every := true
		for _, set := range sets {
			winner, later := winnerOver(r.History, set)
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

// winnerOver is the last option that sets the flag of a setting again.
func winnerOver(history []jvmflag.Setting, set jvmflag.Setting) (winner jvmflag.Setting, later bool) {
	behind := false
	for _, other := range history {
		switch {
		case other.Flag.Name != set.Flag.Name, other.Flag.Name == "" && !setsMinHeap(other): // a flag that the JDK keeps to itself
		case other.Option.Text.Same(set.Option.Text) && other.Option.Channel == set.Option.Channel:
			behind = true
		case behind && (!set.Flag.Spelling.List() || strings.Contains(other.Option.String(), ":=")):
			winner, later = other, true
		}
	}
	return winner, later
}

func sameValue(a, b jvmflag.Setting) bool {
	return a.Number == b.Number && a.Double == b.Double && a.Text == b.Text
}

func setsMinHeap(set jvmflag.Setting) bool { return strings.HasPrefix(set.Option.String(), "-Xms") }
