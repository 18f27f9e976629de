package chart

import (
	"math/bits"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/jvmlint/jvmlint/internal/budget"
	"github.com/jvmlint/jvmlint/internal/lists"
)

type args struct {
	*bounds
	all []any
}

// price is how many steps a call takes at most, before it is made; nil: no more than any call.
type price func(a args) int

// prices are those of all functions that templates may call, by name. A byte
// that is read counts for one step, one that is made for four.
var prices = sync.OnceValue(func() map[string]price {
	all := map[string]price{}
	for _, row := range []struct {
		functions string
		price     price
	}{
		// Nothing is looked at, or what is there is handed on.
		{"all any coalesce deepCopy default empty fail first fromToml getHostByName hello kindIs kindOf last list lookup mustDeepCopy mustFirst mustLast mustToToml now plural randInt required shuffle ternary toToml tuple typeIs typeIsLike typeOf uuidv4", nil},
		{"bcrypt buildCustomCert derivePassword encryptAES genCA genCAWithKey genPrivateKey genSelfSignedCert genSelfSignedCertWithKey genSignedCert genSignedCertWithKey htpasswd", nil},
		// The text of the arguments is read, and as much is made.
		{"contains dig get hasKey hasPrefix hasSuffix isAbs osIsAbs set unset", text(4)},
		{"dict", func(a args) int { return text(4)(a) + 200*len(a.all) }},
		{"abbrev abbrevboth adler32sum atoi b32dec b32enc b64dec b64enc base clean dir ext lower nospace osBase osClean osDir osExt sha1sum sha256sum sha512sum substr trim trimPrefix trimSuffix trunc upper", text(16)},
		{"camelcase decryptAES initials kebabcase regexQuoteMeta snakecase swapcase title untitle urlParse", apart(text(64), 500)},
		{"trimAll trimall", trimmed},
		{"semver semverCompare", apart(text(300), 10_000)},
		{"ago date dateModify date_in_zone date_modify dateInZone duration durationRound htmlDate htmlDateInZone mustDateModify mustToDate must_date_modify toDate unixEpoch", apart(text(64), 50_000)}, // zones are read from files
		// What the arguments hold is read as well. A number that is none is printed in an error.
		{"add add1 biggest ceil deepEqual div float64 floor has int int64 max maxf min minf mod mul mustHas round sub toDecimal", apart(held(8), 500)},
		{"add1f addf divf mulf subf", func(a args) int { return held(8)(a) + budget.Times(400, 10+len(a.all), 10+len(a.all)) }},
		{"cat print println quote squote toString toStrings urlJoin", held(24)},
		{"html js urlquery", held(48)},
		{"merge mergeOverwrite mustMerge mustMergeOverwrite", merged},
		{"mustToJson mustToPrettyJson mustToRawJson toJson toPrettyJson toRawJson", held(15)},
		{"mustToYaml toYaml toYamlPretty", held(200)},
		{"printf", printed},
		{"join", func(a args) int { return held(24)(a) + budget.Times(8, textOf(a.at(0)), itemsOf(a.at(1))) }},
		{"sortAlpha", func(a args) int { return held(24)(a) * (1 + bits.Len(uint(itemsOf(a.at(0))))) }},
		// Lists and mappings are gone through, or copied.
		{"append compact concat initial mustAppend mustCompact mustInitial mustPrepend mustPush mustRest mustReverse mustSlice prepend push rest reverse slice", items(100)},
		{"chunk keys mustChunk omit pick pluck values", func(a args) int { return budget.Plus(items(250)(a), text(2)(a)) }},
		{"uniq mustUniq", func(a args) int { return budget.Times(3, 1+itemsOf(a.at(0)), held(1)(a)) }},
		{"without mustWithout", func(a args) int { return budget.Times(3, len(a.all), held(1)(a)) }},
		// Numbers and separators say how much is made.
		{"until", func(a args) int { return budget.Times(100, distance(0, a.count(0), 1)) }},
		{"untilStep", func(a args) int { return budget.Times(100, distance(a.count(0), a.count(1), a.count(2))) }},
		{"seq", sequence},
		{"randAlpha randAlphaNum randAscii randBytes randNumeric", func(a args) int { return 4 * min(max(a.count(0), 0), mostRandom) }},
		{"repeat", func(a args) int { return budget.Times(5, max(a.count(0), 0), textOf(a.at(1))) }},
		{"indent nindent", func(a args) int {
			return text(5)(a) + budget.Times(5, max(a.count(0), 0), 1+a.occurrences("\n", 1))
		}},
		{"replace", func(a args) int {
			return text(5)(a) + budget.Times(5, textOf(a.at(1)), a.occurrences(a.string(0), 2))
		}},
		{"split splitList", func(a args) int { return text(2)(a) + budget.Times(300, 1+a.occurrences(a.string(0), 1)) }},
		{"splitn", func(a args) int { return text(2)(a) + budget.Times(300, 1+a.occurrences(a.string(0), 2)) }},
		{"wrap", text(16)},
		{"wrapWith", func(a args) int {
			return text(5)(a) + budget.Times(10, textOf(a.at(1)), 2+textOf(a.at(2))/max(a.count(0), 1))
		}},
		// Documents are read.
		{"fromJson fromJsonArray mustFromJson", parsed(30, 60)},
		{"fromYaml fromYamlArray", parsed(200, 600)},
		// Regular expressions.
		{"mustRegexFind mustRegexMatch regexFind regexMatch", matched},
		{"mustRegexFindAll mustRegexReplaceAll mustRegexReplaceAllLiteral mustRegexSplit regexFindAll regexReplaceAll regexReplaceAllLiteral regexSplit", matchedAll},
	} {
		for name := range strings.FieldsSeq(row.functions) {
			all[name] = row.price
		}
	}
	return all
})

func (b *bounds) charge(name string, given []any) {
	b.Spend(perCall, name)
	if of := prices()[name]; of != nil {
		b.Spend(of(args{b, given}), name)
	}
}

func (a args) at(i int) any {
	if i < len(a.all) {
		return a.all[i]
	}
	return nil
}

func (a args) count(i int) int { return numberOf(a.at(i)) }

func (a args) string(i int) string { s, _ := a.at(i).(string); return s }

// occurrences is how often a text stands in an argument; nothing stands at each character.
func (a args) occurrences(of string, i int) int {
	if of == "" {
		return 1 + textOf(a.at(i))
	}
	return strings.Count(a.string(i), of)
}

func apart(one price, more int) price {
	return func(a args) int { return budget.Plus(one(a), more) }
}

// text is so much for each byte of the arguments that are text.
func text(each int) price {
	return func(a args) int {
		return budget.Times(each, lists.Sum(a.all, textOf))
	}
}

// held is so much for each byte of all that arguments hold.
func held(each int) price {
	return func(a args) int {
		return budget.Times(each, lists.Sum(a.all, a.size))
	}
}

// merged is what the mappings hold that are merged into the first one, which is only looked up in: charts merge into
// all that they have, with the text of each file.
func merged(a args) int {
	return held(15)(args{a.bounds, a.all[min(1, len(a.all)):]})
}

// parsed is so much for each byte of a document, and more for each that may begin a value of its own.
func parsed(each, more int) price {
	return func(a args) int {
		s, values := a.string(0), 0
		for i := range len(s) {
			switch s[i] {
			case '[', ']', '{', '}', ',', ':', '-', '?', '&', '*', '!', '|', '>', '%', '@':
				values++
			}
		}
		return budget.Plus(budget.Times(each, len(s)), budget.Times(more, values))
	}
}

// mapping is a value as one by names.
func mapping(v any) (map[string]any, bool) {
	if of, is := v.(values); is {
		return of, true
	}
	m, is := v.(map[string]any)
	return m, is
}

// items is so much for each item of lists and mappings.
func items(each int) price {
	return func(a args) int {
		return budget.Times(each, 1+len(a.all)+lists.Sum(a.all, itemsOf))
	}
}

func trimmed(a args) int {
	set := a.string(0)
	if strings.ContainsFunc(set, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return budget.Times(4, 1+len(set), 1+textOf(a.at(1)))
	}
	return text(2)(a)
}

// printed is the price of formatting: a verb may print the longest argument,
// as often as there are verbs, and fill it up to a width.
func printed(a args) int {
	format := a.string(0)
	longest, width := 0, 0
	for _, v := range a.all {
		longest = max(longest, a.size(v))
		width = max(width, min(max(numberOf(v), -numberOf(v)), mostWidth))
	}
	width = budget.Times(width, strings.Count(format, "*"))
	verbs := 0
	for i := 0; i < len(format); i++ {
		if format[i] == '%' {
			verbs++
		}
		n := 0
		for ; i < len(format) && '0' <= format[i] && format[i] <= '9'; i++ {
			n = min(10*n+int(format[i]-'0'), mostWidth)
		}
		width += n
		if n > 0 {
			i--
		}
	}
	return budget.Plus(text(4)(a), budget.Times(24, verbs, longest), budget.Times(8, width))
}

// mostWidth is the largest width that fmt knows.
const mostWidth = 1_000_000

func sequence(a args) int {
	n := 0
	switch len(a.all) {
	case 1:
		n = distance(1, a.count(0), 1)
	case 2:
		n = distance(a.count(0), a.count(1), 1)
	case 3:
		n = distance(a.count(0), a.count(2), a.count(1))
	}
	return budget.Times(400, budget.Plus(n, 2))
}

func matched(a args) int {
	if e, err := a.Compile(a.string(0)); err == nil {
		a.Match(e, a.string(1))
	}
	return 0
}

// matchedAll is the price of what is made of all matches: each becomes an item,
// or is replaced by a text that may repeat it.
func matchedAll(a args) int {
	e, err := a.Compile(a.string(0))
	if err != nil {
		return 0
	}
	s, with := a.string(1), a.string(2)
	found := a.MatchAll(e, s)
	return budget.Plus(budget.Times(100, found), budget.Times(5, found, len(with)), budget.Times(5, len(s), strings.Count(with, "$")))
}
