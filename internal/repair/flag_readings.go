package repair

import (
	"math/big"
	"strings"

	"github.com/jvmlint/jvmlint/internal/decimal"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
)

// Mended is the option as it must have been meant; empty where it can be meant
// in no way, or in more than one.
func (b BadValue) Mended() string {
	var readings []string
	for _, spellings := range b.readings() {
		for _, word := range spellings {
			if b.mends(word, true) {
				readings = append(readings, word)
				break
			}
		}
	}
	return b.only(readings)
}

// readings are what the option can mean, each in the ways to write it.
func (b BadValue) readings() [][]string {
	name, value := b.name.String(), b.Value.String()
	if b.xx && b.flag.Type == jvmflag.Bool {
		if sign := b.meantSign(); sign != "" {
			return [][]string{{b.before + sign + name}}
		}
		return nil
	}
	head, values := b.before+name, [][]string{}
	switch {
	case b.flag.Type == jvmflag.Double:
		values = realReadings(value)
	case b.size, b.flag.Type == jvmflag.Unsigned, b.flag.Type == jvmflag.Signed:
		values = wholeReadings(value)
	}
	if b.xx && b.assigned != "" {
		head += "="
		values = append(values, []string{value})
	}
	words := make([][]string, len(values))
	for i, spellings := range values {
		for _, v := range spellings {
			words[i] = append(words[i], head+v)
		}
	}
	return words
}

var signs = map[string]string{"": "+", "true": "+", "1": "+", "yes": "+", "on": "+", "false": "-", "0": "-", "no": "-", "off": "-"}

// meantSign is what a switch with a value, or without a sign, means. One with
// a minus and a value means two things.
func (b BadValue) meantSign() string {
	value := strings.ToLower(strings.Trim(b.Value.String(), ` "',;`))
	switch sign := b.sign.String(); {
	case sign == "" && (b.assigned == "" || value != ""):
		return signs[value]
	case sign != "" && value == "":
		return sign
	case sign == "+" && signs[value] == "+":
		return sign
	}
	return ""
}

var (
	grouped    = lazyregexp.New(`^\d{1,3}(?:[,_']\d{3})+[kKmMgGtT]?$|^\d+(?:_\d+)+[kKmMgGtT]?$`)
	withUnit   = lazyregexp.New(`^(\d+)\s*([kKmMgGtT])(?:i?[bB]|i|[bB]ytes?)?$`)
	inBytes    = lazyregexp.New(`^(\d+)\s*(?:[bB]|[bB]ytes?)$`)
	fraction   = lazyregexp.New(`^(\d*)[.](\d+)\s*([kKmMgGtT])(?:i?[bB]|i)?$`)
	endsInZero = lazyregexp.New(`^(\d+)(?:\.0*)?%?$`)
	real       = lazyregexp.New(`^(\d*)(?:[.,](\d*))?%?$`)
)

// wholeReadings are the whole numbers and sizes that a text can mean.
func wholeReadings(s string) [][]string {
	s = strings.TrimPrefix(strings.Trim(s, ` "',;=:`), "+")
	if grouped.MatchString(s) {
		s = strings.NewReplacer(",", "", "_", "", "'", "").Replace(s)
	}
	if m := withUnit.FindStringSubmatch(s); m != nil {
		return [][]string{{m[1] + strings.ToLower(m[2])}}
	}
	if m := inBytes.FindStringSubmatch(s); m != nil {
		return [][]string{{m[1]}}
	}
	if m := endsInZero.FindStringSubmatch(s); m != nil {
		return [][]string{{m[1]}}
	}
	if m := fraction.FindStringSubmatch(s); m != nil {
		if whole, ok := wholeSize(m[1]+"."+m[2], strings.ToLower(m[3])); ok {
			return [][]string{{whole}}
		}
	}
	return nil
}

var units = map[string]uint64{"k": bytesize.Kilo, "m": bytesize.Mega, "g": bytesize.Giga, "t": bytesize.Tera}

// wholeSize writes a fraction of a unit in a smaller one, where that is exact:
// 1.5g is 1536m.
func wholeSize(number, unit string) (string, bool) {
	n, ok := decimal.Parse(number)
	if !ok {
		return "", false
	}
	n.Mul(n, new(big.Rat).SetInt(new(big.Int).SetUint64(units[unit])))
	if !n.IsInt() || !n.Num().IsUint64() {
		return "", false
	}
	return jvmflag.FormatSize(n.Num().Uint64()), true
}

// realReadings are the numbers that a text can mean. JDK 8 wants digits on
// both sides of the dot.
func realReadings(s string) [][]string {
	m := real.FindStringSubmatch(strings.Trim(s, ` "';=:`))
	switch {
	case m == nil, m[1] == "" && m[2] == "":
		return nil
	case m[2] == "":
		return [][]string{{m[1], m[1] + ".0"}}
	case m[1] == "":
		m[1] = "0"
	}
	return [][]string{{m[1] + "." + m[2]}}
}
