package catalogue_test

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/lists"
)

var update = flag.Bool("update", false, "write the table of facts and the page of products again")

// The page shows what the catalogue knows of each product.
func TestPageIsUpToDate(t *testing.T) {
	for _, kind := range catalogue.Kinds() { // a fact of a product that the page leaves out is known to nobody
		if of := catalogue.Facts(kind)[0].Product; of != "" && kind != "Product" {
			assert.True(t, slices.ContainsFunc(titles, func(k title) bool { return k.kind == kind }), "the page lacks %s of %s", kind, of)
		}
	}
	upToDate(t, "../../docs/products.md", page())
}

// upToDate holds a file that is made of others against what is made of them today, or writes it.
func upToDate(t *testing.T, name, text string) {
	if *update {
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
	written, err := os.ReadFile(name)
	require.NoError(t, err)
	assert.Equal(t, text, string(written), "go generate ./internal/catalogue")
}

const head = `# The products that jvmlint knows

Generated from ` + "`internal/catalogue`" + ` by ` + "`go generate ./...`" + `: [what its words mean, and how to add a
product](design.md#a-product). Of other images only their names say that they start a JVM, or nothing does.

`

type title struct{ kind, title string }

// titles are the facts of a product, with the title that each gets.
var titles = []title{
	{"Image", "Images"},
	{"Script", "What start scripts hand to java, in order"},
	{"Start", "Models of start scripts, and what they were compared with"},
	{"Heap", "What the vendor says of the heap"},
	{"Variables", "Variables with sizes"},
	{"Together", "Variables of one command line"},
	{"Helpers", "Programs that start a JVM and end"},
	{"Heap refused", "Settings in which a program refuses -Xmx"},
	{"Never read", "Settings that nothing reads"},
	{"Operator JVMs", "Resources for which an operator starts JVMs"},
	{"Operator options", "Options in these resources"},
	{"Operator container", "Resources whose spec is that of a container"},
	{"Agent", "Agents that open remote management"},
	{"Chart sizes", "Sizes in values of charts"},
	{"Chart roles", "Parts of charts that share options"},
	{"Native image", "Images without a JVM"},
}

func page() string {
	var b strings.Builder
	b.WriteString(head)
	products := catalogue.Facts("Product")
	slices.SortStableFunc(products, func(a, b catalogue.Fact) int {
		return strings.Compare(strings.ToLower(a.Product), strings.ToLower(b.Product))
	})
	for _, p := range products {
		fmt.Fprintf(&b, "## %s\n\n", p.Product)
		for _, k := range titles {
			facts := lists.Where(catalogue.Facts(k.kind), func(f catalogue.Fact) bool { return f.Product == p.Product })
			switch {
			case len(facts) == 0:
			case k.kind == "Start": // the rest says how they are compared
				fmt.Fprintf(&b, "%s:\n\n", k.title)
				table(&b, facts, "Start", "Verified", "Source")
			case k.kind == "Script":
				fmt.Fprintf(&b, "%s:\n\n", k.title)
				scripts(&b, facts)
			default:
				fmt.Fprintf(&b, "%s:\n\n", k.title)
				table(&b, facts)
			}
		}
	}
	heaps(&b)
	jdks(&b)
	return strings.TrimSuffix(b.String(), "\n")
}

// scripts are blocks with a line for each option.
func scripts(b *strings.Builder, facts []catalogue.Fact) {
	b.WriteString("```text\n")
	for _, f := range facts {
		fmt.Fprintf(b, "%s\n", f.Subject())
		for _, option := range f.Fields()[1:] {
			fmt.Fprintf(b, "    %s", option.Value)
			if when := strings.TrimPrefix(option.Key, "Option"); when != "" {
				fmt.Fprintf(b, "   (%s)", strings.TrimSpace(when))
			}
			b.WriteString("\n")
		}
	}
	b.WriteString("```\n\n")
}

// table has a row for each fact, and a column for each first word of a key that some fact has: of some keys only, where
// they are given.
func table(b *strings.Builder, facts []catalogue.Fact, only ...string) {
	fieldsOf := func(f catalogue.Fact) []catalogue.Field {
		return slices.DeleteFunc(f.Fields(), func(field catalogue.Field) bool { return only != nil && !slices.Contains(only, field.Key) })
	}
	var columns []string
	for _, f := range facts {
		for i, field := range fieldsOf(f) {
			if c := columnOf(i, field.Key); !slices.Contains(columns, c) && c != "Source" {
				columns = append(columns, c)
			}
		}
	}
	columns = append(columns, "Source")
	row(b, columns)
	row(b, slices.Repeat([]string{"---"}, len(columns)))
	for _, f := range facts {
		cells := make([]string, len(columns))
		for i, field := range fieldsOf(f) {
			at := slices.Index(columns, columnOf(i, field.Key))
			if cells[at] != "" {
				cells[at] += ", "
			}
			cells[at] += cell(columns[at], i, field)
		}
		row(b, cells)
	}
	b.WriteString("\n")
}

// columnOf is the column of a field: sizes and options of several JDKs share one.
func columnOf(i int, key string) string {
	if word, _, _ := strings.Cut(key, " "); i > 0 && slices.Contains([]string{"Size", "Quantity", "Options"}, word) {
		return word
	}
	return key
}

func cell(column string, i int, f catalogue.Field) string {
	switch {
	case f.Key == "Start" && i == 0:
		file, _, _ := strings.Cut(f.Value, " ")
		return "[`" + f.Value + "`](../internal/catalogue/scripts/" + file + ".sh)"
	case f.Key == "Source":
		return "[source](" + f.Value + ")"
	case column == "Unsized" || column == "Verified" || column == "Lives on" || i == 0 && f.Key == "Variables":
		return f.Value
	case column != f.Key:
		return strings.TrimPrefix(f.Key, column+" ") + " `" + f.Value + "`"
	}
	return "`" + f.Value + "`"
}

func row(b *strings.Builder, cells []string) { fmt.Fprintf(b, "| %s |\n", strings.Join(cells, " | ")) }

// heaps are the shares of the memory of all products, with the names of their images left out.
func heaps(b *strings.Builder) {
	b.WriteString("## Programs that need memory beside their heap\n\n")
	row(b, []string{"Program", "Lives on", "Heap", "Source"})
	row(b, slices.Repeat([]string{"---"}, 4))
	for _, f := range catalogue.Facts("Heap") {
		share := cmp.Or(f.Get("Share"), f.Get("No more than"), "the vendor gives no share")
		if most := f.Get("Most"); most != "" {
			share += ", at most " + most
		}
		row(b, []string{f.Product, f.Get("Lives on"), share, "[source](" + f.Get("Source") + ")"})
	}
	b.WriteString("\n")
}

// jdks are the JDKs that tags bring, by images.
func jdks(b *strings.Builder) {
	b.WriteString("## JDKs by tag\n\nOf images whose name does not tell their JDK. 17+ is 17 or a later one.\n\n")
	row(b, []string{"Image", "Tag", "JDK", "Source"})
	row(b, slices.Repeat([]string{"---"}, 4))
	for _, j := range catalogue.JDKs() {
		release := fmt.Sprint(j.Release)
		if j.Least > 0 {
			release = fmt.Sprint(j.Least, "+")
		}
		row(b, []string{"`" + j.Image + "`", "`" + j.Tag + "`", release, "[source](" + j.Source + ")"})
	}
}
