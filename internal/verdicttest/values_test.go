package verdicttest

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/jvmflag"
)

// dice draws what random lines are made of.
type dice struct{ *rand.Rand }

func (d dice) chance(p float64) bool { return d.Float64() < p }

func (d dice) pick(from ...string) string { return from[d.IntN(len(from))] }

// oneOf draws among chances that need not add up to one, and gives the index.
func (d dice) oneOf(weights ...float64) int {
	sum := 0.0
	for _, w := range weights {
		sum += w
	}
	x := d.Float64() * sum
	for i, w := range weights {
		if x -= w; x < 0 {
			return i
		}
	}
	return len(weights) - 1
}

// size is a size in bytes around so many MiB, in one of the ways to write it.
func (d dice) size(mib int) string {
	n := max(1, int(float64(mib)*math.Exp(d.NormFloat64())))
	switch d.oneOf(10, 3, 2, 1, 1, 1) {
	case 1:
		return fmt.Sprintf("%dk", n<<10+d.IntN(1024))
	case 2:
		return fmt.Sprintf("%dM", n)
	case 3:
		return fmt.Sprint(n << 20)
	case 4:
		return fmt.Sprintf("%dg", max(1, n>>10))
	case 5:
		return fmt.Sprintf("0x%xm", n)
	}
	return fmt.Sprintf("%dm", n)
}

// sound is a value of the kind and size that people give the flag.
func (d dice) sound(f jvmflag.Flag) string {
	switch f.Type {
	case jvmflag.Double:
		return d.soundDouble(f)
	case jvmflag.String:
		return d.pick(f.Default, "name", "file.txt", "a,b", "java.lang.String::hashCode", "1", "auto", "")
	}
	start, err := strconv.ParseInt(f.Default, 10, 64)
	if err != nil {
		start = math.MaxInt32
	}
	least, most := limits(f)
	n := start
	switch d.oneOf(4, 3, 3, 2, 1, 1) {
	case 1:
		n = start + int64(d.IntN(5)) - 2
	case 2:
		n = int64(float64(start) * math.Exp2(d.NormFloat64()))
	case 3: // of any order of magnitude up to the upper end
		n = least + int64(math.Exp(d.Float64()*math.Log(float64(uint64(most-least))+1)))
	case 4:
		n = least
	case 5:
		n = most
	}
	if n = min(max(n, least), most); counts.MatchString(f.Name) {
		n = min(n, 200)
	}
	switch {
	case n != 0 && n%(1<<20) == 0 && d.chance(.6):
		return fmt.Sprintf("%d%s", n>>20, d.pick("m", "m", "M"))
	case n != 0 && n%(1<<10) == 0 && d.chance(.4):
		return fmt.Sprintf("%d%s", n>>10, d.pick("k", "K"))
	}
	return fmt.Sprint(n)
}

// limits are the flag's own, or those of its type where it has none, kept to
// what 63 bits hold.
func limits(f jvmflag.Flag) (least, most int64) {
	least, most = 0, math.MaxInt64
	if f.Spelling.String() == "int" {
		most = math.MaxInt32
	} else if f.Spelling.String() == "uint" {
		most = math.MaxUint32
	}
	if n, err := strconv.ParseInt(f.Least, 10, 64); err == nil {
		least = n
	}
	if n, err := strconv.ParseInt(f.Most, 10, 64); err == nil {
		most = n
	}
	return least, most
}

func (d dice) soundDouble(f jvmflag.Flag) string {
	n, err := strconv.ParseFloat(f.Default, 64)
	if err != nil {
		n = 10
	}
	most, err := strconv.ParseFloat(f.Most, 64)
	if err != nil {
		most = 100
	}
	if d.chance(.6) {
		n = min(n*math.Exp(d.NormFloat64()/2), most)
	}
	return strconv.FormatFloat(n, 'f', 1+d.IntN(3), 64)
}

// odd is a value that the flag may well refuse.
func (d dice) odd(f jvmflag.Flag) string {
	switch {
	case f.Type == jvmflag.Double && d.chance(.7):
		return d.pick("80", "80.", ".8", "8e1", "8E+1", "1.5e2", "+80", "+80.0", "-80", "-80.5", "0x50", "0x1p4", "80k", "80%", "nan", "NaN", "inf", "-inf",
			"infinity", "1e400", "1e-400", "-0.0", "00080.0", "80.0.0", "80,0", "80.0f", "1_0", " 80.0", "80.0 ", "100.0000001", "100.1", "-0.0000001", "1e",
			"0.0", "99999999999999999999.0", "12345678901234567890", "", "-", ".", "+")
	case f.Type == jvmflag.String:
		return d.pick("", " ", "a b", "'x'", "=", "==", ":=", "a=b", "x:y", "/nonexistent/x", "1", "-1", "true", "off", "foo", "*", "*.*", "print,*.*", "é")
	case d.chance(.45) && !counts.MatchString(f.Name):
		return d.nearLimits(f)
	case d.chance(.3): // a number with its end or its beginning changed
		n := d.pick("1", "10", "64", "1024", "0", "007", "2147483647", "4294967295")
		return d.pick("-", "+", "0", "00", "0x", "0X", " ", "", "--", "-0x", ".") + n +
			d.pick("k", "K", "m", "M", "g", "G", "t", "T", "p", "b", "kb", "KB", "mb", "gb", "MiB", " ", "", "%", ".", ".5", "e3", "L", "u", "kk", "x", "_0")
	}
	return d.pick("", " ", "-", "+", "abc", "true", "false", "1.5", "1e3", "0x", "0xg", "0x10", "0XFF", "0xFFFFFFFFFFFFFFFF", "0x1FFFFFFFFFFFFFFFF", "-1", "-0", "+1", "--1",
		"k", "m", "=1", ":1", "1 1", "1,1", "1_000", "one", "'1'", `"1"`, "18446744073709551615", "18446744073709551616", "99999999999999999999999",
		"9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "4294967296", "4294967297", "2147483648", "-2147483648", "-2147483649",
		"16777216t", "17179869183g", "17179869184g", "18014398509481983k", "18014398509481984k", "8589934592g", "999999999t")
}

// nearLimits is a number beside an end of the flag's range or of its type.
func (d dice) nearLimits(f jvmflag.Flag) string {
	ends := []string{f.Least, f.Most}
	if f.Least == "" || d.chance(.15) {
		ends = []string{"0", "2147483647", "4294967295", "9223372036854775807", "18446744073709551615", "-2147483648", "-9223372036854775808"}
	}
	end := ends[d.IntN(len(ends))]
	step := int64(d.IntN(5)) - 2
	if n, err := strconv.ParseInt(end, 10, 64); err == nil && (step < 0) == (n > 0) {
		return strconv.FormatInt(n+step, 10)
	}
	n, err := strconv.ParseUint(end, 10, 64)
	if err != nil {
		return end
	}
	if step > 0 && n > math.MaxUint64-uint64(step) { // 2^64 and above
		return "1844674407370955161" + strconv.FormatInt(5+step, 10)
	}
	return strconv.FormatUint(n+uint64(step), 10)
}

// misspell changes a name as people do.
func (d dice) misspell(name string) string {
	if len(name) < 3 {
		return name + "x"
	}
	i := 1 + d.IntN(len(name)-2)
	switch d.IntN(9) {
	case 0:
		return name[:i] + name[i+1:]
	case 1:
		return name[:i] + string(name[i+1]) + string(name[i]) + name[min(i+2, len(name)):]
	case 2:
		return name[:i] + string(rune('a'+d.IntN(26))) + name[i:]
	case 3:
		return name[:i] + string(rune('A'+d.IntN(26))) + name[i+1:]
	case 4:
		return strings.ToLower(name)
	case 5:
		return strings.ToLower(name[:1]) + name[1:]
	case 6:
		return strings.ToUpper(name[:i]) + name[i:]
	case 7:
		return name + d.pick("s", "Size", "GC", "Foo", "_", "1", " ", "-", "é")
	}
	return name[:i] + d.pick("", "-", ".", " ", "_") + name[min(i+d.IntN(4), len(name)):]
}
