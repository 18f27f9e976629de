package repair

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/either"
	"github.com/jvmlint/jvmlint/internal/hotspot"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/predict"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Conflict is a refusal with the options that have a part in it.
type Conflict struct {
	Refused
	parties []party
}

type party struct {
	jvmflag.Setting
	name string // that of the flag; JDK 11 keeps MinHeapSize, which -Xms sets, outside its flags
}

// NewConflict finds the options that have a part in a refusal.
func NewConflict(r Refused) Conflict {
	c := Conflict{Refused: r}
	for _, name := range append([]string{r.Flag}, r.Others...) {
		set, ok := r.pass.Options.Set(name)
		known := slices.ContainsFunc(c.parties, func(p party) bool {
			return p.Option.Text.Same(set.Option.Text)
		})
		if ok && !known {
			c.parties = append(c.parties, party{set, name})
		}
	}
	return c
}

// Places are where the finding may stand: at the value of the flag at fault, then of the others.
func (c Conflict) Places() []source.Text {
	places := lists.Flat(c.parties, func(set party) []source.Text { return []source.Text{set.Value, set.Option.Text} })
	if c.At.Located() && (len(c.parties) == 0 || c.parties[0].Option.Text.Span() != c.At.Span()) {
		places = append([]source.Text{c.At}, places...)
	}
	return places
}

// MentionAll points at all options that have a part, unless the finding stands there.
func (c Conflict) MentionAll(f *lint.Finding) {
	for _, set := range c.parties {
		at := set.Value
		if !at.Located() || at.Len() == 0 {
			at = set.Option.Text
		}
		if span := set.Option.Text.Span(); !at.Located() {
			f.Note(fmt.Sprintf("%s is set in %s", set.Option, set.Option.Text.Origin()))
		} else if span.IsZero() || !span.Covers(f.Span) {
			f.Because(at, set.name+" is set here")
		}
	}
}

func (c Conflict) value(flag string) (string, bool) {
	set, ok := c.pass.Options.Set(flag)
	return set.Value.String(), ok && set.Value.Len() > 0
}

// heapSizes are the sizes of the heap as people call them.
var heapSizes = map[string]string{"MinHeapSize": "minimum", "InitialHeapSize": "initial", "MaxHeapSize": "maximum"}

func (c Conflict) Describe() string {
	if text := c.heapOverHeap(); text != "" {
		return text
	}
	switch {
	case c.Relation != nil && c.Relation.Left.Number != "":
		return c.against(*c.Relation)
	case c.Fault == jvmflag.OutOfMemory && c.At.Len() > 0:
		return fmt.Sprintf("%q leaves too little memory to start in: %s", c.At, c.Reason())
	}
	return c.quoted() + c.Reason()
}

// heapOverHeap says of two sizes of the heap that the one is over the other; it is empty of others.
func (c Conflict) heapOverHeap() string {
	if c.Relation == nil {
		return ""
	}
	less, more := c.Relation.Left.Flag, c.Relation.Right.Flag
	value, given := c.value(less)
	bound, bounded := c.value(more)
	an := map[string]string{"MinHeapSize": "a", "InitialHeapSize": "an"}[less]
	switch {
	case an == "" || heapSizes[more] == "" || !given:
		return ""
	case !bounded && more == "MaxHeapSize" && less == "InitialHeapSize":
		return fmt.Sprintf("an initial heap of %s is more than the maximum that the JVM chooses on this machine", value)
	case !bounded:
		return ""
	case more == "InitialHeapSize":
		return fmt.Sprintf("a minimum heap of %s is more than the initial one of %s", value, bound)
	}
	return fmt.Sprintf("%s %s heap of %s is more than the maximum of %s", an, heapSizes[less], value, bound)
}

// quoted is the option at fault before a colon, where there is one.
func (c Conflict) quoted() string {
	if c.At.Len() > 0 {
		return fmt.Sprintf("%q: ", c.At)
	}
	if len(c.parties) > 0 {
		return fmt.Sprintf("%q: ", c.parties[0].Option)
	}
	return "the JVM does not start: "
}

// comparisons are what HotSpot says of two numbers, in our words, and what is
// to be added to the second for the first to be right.
var comparisons = map[jvmflag.Comparison]struct {
	words string
	add   int64
}{
	jvmflag.AtMost: {"at most", 0}, jvmflag.AtLeast: {"at least", 0}, jvmflag.LessThan: {"less than", -1}, jvmflag.MoreThan: {"more than", 1},
}

// against says of two numbers how they must stand to each other.
func (c Conflict) against(r jvmflag.Relation) string {
	must := comparisons[r.Must].words
	if r.Right.Flag == "" {
		return fmt.Sprintf("%q is %s and must be %s the %s, %s", r.Left.Flag, r.Left.Number, must, r.Right.Name, r.Right.Number)
	}
	which := either.Of(c.pass.Sets(r.Right.Flag), "which is", "which the JVM sets to")
	return fmt.Sprintf("%q is %s and must be %s %q, %s %s", r.Left.Flag, r.Left.Number, must, r.Right.Flag, which, r.Right.Number)
}

// Suggest offers to let one of the numbers give way, where the JVM starts then.
func (c Conflict) Suggest(f *lint.Finding) {
	if c.pass.Tried() {
		return
	}
	if c.Relation != nil && c.giveWay(f, *c.Relation) {
		left, _ := c.pass.Options.Set(c.Relation.Left.Flag)
		if right, given := c.pass.Options.Set(c.Relation.Right.Flag); given && jvmflag.CountsBytes(right.Flag.Name) && right.Number < left.Number/unlikely {
			Leave(&f.Fixes[len(f.Fixes)-1], "which of the two is the slip is not known")
		}
		return
	}
	for _, set := range c.parties {
		if alone := len(c.parties) == 1 || set.name == c.Flag; alone && c.starts(set.Option, "") {
			f.Suggest(lint.Unsafe, "remove "+set.Option.String(), c.pass.RemoveOption(set.Option))
			return
		}
	}
	if len(c.parties) == 0 && c.At.Len() > 0 && c.starts(c.option, "") {
		c.Remove(f)
	}
}

// unlikely is how many times a size is hardly meant to be larger than the one that bounds it.
const unlikely = 8

// giveWay offers the number that one side of a relation must have for the
// other. Where the JVM names no number, that is what was typed.
func (c Conflict) giveWay(f *lint.Finding, r jvmflag.Relation) bool {
	add := comparisons[r.Must].add
	if typed, ok := c.value(r.Right.Flag); r.Right.Number == "" {
		return ok && c.give(f, r.Left.Flag, typed)
	}
	return c.give(f, r.Left.Flag, c.standing(r.Left.Flag, r.Right.Number, add)) || c.give(f, r.Right.Flag, c.standing(r.Right.Flag, r.Left.Number, -add))
}

// standing is a number that stands to another one as it must.
func (c Conflict) standing(flag, number string, add int64) string {
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n+add < 0 {
		return ""
	}
	n += add
	switch set, _ := c.pass.Options.Set(flag); {
	case jvmflag.CountsKiB(flag) && strings.HasPrefix(set.Option.String(), "-XX:"):
		n /= int64(bytesize.Kilo)
	case jvmflag.CountsKiB(flag) || jvmflag.CountsBytes(flag):
		return jvmflag.FormatSize(uint64(n))
	}
	return strconv.FormatInt(n, 10)
}

// give offers another value for a flag that an option in a file sets.
func (c Conflict) give(f *lint.Finding, flag, value string) bool {
	set, ok := c.pass.Options.Set(flag)
	s := set.Option.String()
	if !ok || value == "" || set.Value.Len() == 0 || !set.Value.Editable() || !strings.HasSuffix(s, set.Value.String()) {
		return false
	}
	word := strings.TrimSuffix(s, set.Value.String()) + value
	if word == s || !c.starts(set.Option, word) {
		return false
	}
	f.Suggest(lint.Unsafe, fmt.Sprintf("write %s instead of %s", value, set.Value), lint.Replace(set.Value, value))
	return true
}

// starts reports whether the JVM starts with another word in place of an option, or without it, on every JDK that may
// run it and does not start for such a reason now, and still does on those on which it starts.
func (c Conflict) starts(o jvmflag.Option, word string) bool {
	at := c.pass.OptionAt(o.Text)
	if at < 0 {
		return false
	}
	for _, jdk := range c.pass.Workload.JDK.Candidates {
		before := c.pass.On(jdk).Start.Refusal
		if before != nil && jdk != c.pass.JDK && reporter(before.Cause) != reporter(c.Cause) {
			continue
		}
		if !c.pass.StartsWith(at, word, jdk) {
			return false
		}
	}
	return true
}

// MostCPUsTried is where the search ends while nobody says how many CPUs there are: few pods see more.
const MostCPUsTried = 64

// ByCPUs tries all numbers of CPUs, or where it is known, its neighbours.
func ByCPUs(p *predict.Prediction) []hotspot.Outcome {
	cpus := p.Workload.CPUs
	try := hotspot.WithCPUs(hotspot.Starts, p.Options, p.Machine())
	if cpus.Known() {
		return hotspot.StartsNear(p.Start, try, cpus.N)
	}
	return hotspot.StartsByCPUs(p.Start, try, MostCPUsTried)
}

// SuggestForAllCPUs offers what lets the JVM start with each number of CPUs:
// to write down what the JVM chooses now, else to leave the choice to it.
func (c Conflict) SuggestForAllCPUs(f *lint.Finding) {
	p := c.pass
	if c.Relation != nil && p.Workload.CPUs.Known() {
		other := c.Relation.Right.Flag
		chosen := p.JVM.Flag(other)
		option := fmt.Sprintf("-XX:%s=%v", other, chosen.Value)
		added := jvmflag.Option{Text: source.Unlocated(option, "a fix"), Channel: jvmflag.JavaOptions}
		if _, set := p.Options.Set(other); !set && chosen.Value != nil && c.startsOnAllCPUs(append(slices.Clone(p.Workload.Options), added)) {
			f.Suggest(lint.Unsafe, "add "+option+", as it is now", p.AddOption(option))
			return
		}
	}
	if len(c.parties) == 0 {
		return
	}
	o := c.parties[0].Option
	rest := slices.DeleteFunc(slices.Clone(p.Workload.Options), func(x jvmflag.Option) bool { return x.Text.Same(o.Text) })
	if c.startsOnAllCPUs(rest) {
		f.Suggest(lint.Unsafe, "remove "+o.String(), p.RemoveOption(o))
	}
}

// startsOnAllCPUs reports whether every JDK that may run the workload starts with these options on all numbers of CPUs.
func (c Conflict) startsOnAllCPUs(options []jvmflag.Option) bool {
	changed := *c.pass.Workload
	changed.Options = options
	refused := func(o hotspot.Outcome) bool { return !o.First.OK }
	return !slices.ContainsFunc(changed.JDK.Candidates, func(jdk int) bool {
		return slices.ContainsFunc(ByCPUs(predict.Of(&changed, jdk)), refused)
	})
}

// Override is an option all of whose flags are set again later.
type Override struct {
	Sets   []jvmflag.Setting // by the option
	Winner jvmflag.Setting   // the last for a flag that ends with another value
}

// Overridden are the options that do not count, where they stand in a file.
func Overridden(r *jvmflag.Resolution) []Override {
	var all []Override
	if len(r.History) == len(r.Given().Settings) { // each flag is set once
		return nil
	}
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

func setterOf(set jvmflag.Setting) setter { return setter{set.Option.Text.Place(), set.Option.Channel} }

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

// sameValue reports whether two settings of a flag come to the same: 512m is 512M.
func sameValue(a, b jvmflag.Setting) bool {
	return a.Number == b.Number && a.Double == b.Double && (a.Text == b.Text || a.Flag.Type != jvmflag.String)
}
