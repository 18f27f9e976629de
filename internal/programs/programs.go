// Package programs says which flags programs set by themselves when they start their JVM:
// by the memory that they find, and by the options that they are given.
package programs

import (
	"cmp"
	"path"
	"strconv"
	"strings"

	"github.com/jvmlint/jvmlint/internal/catalogue"
	"github.com/jvmlint/jvmlint/internal/jvmflag"
	"github.com/jvmlint/jvmlint/internal/jvmflag/bytesize"
	"github.com/jvmlint/jvmlint/internal/lists"
	"github.com/jvmlint/jvmlint/internal/parallel"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/wildcard"
)

// Program is one that sets flags of its JVM by itself; the empty one does not.
type Program string

// Completion gives what the program sets; nil if it sets nothing. The settings are said to
// come from by: "image elasticsearch:8.15.0".
func (p Program) Completion(by string) jvmflag.Completion {
	if set := completions[p]; set != nil {
		return func(given *jvmflag.Resolution, memory source.Value) []jvmflag.Setting {
			return set(completing{given, memory, by})
		}
	}
	return nil
}

var completions = map[Program]func(completing) []jvmflag.Setting{
	Elasticsearch: completing.elasticsearch,
	OpenSearch:    completing.openSearch,
}

// completing is what a program finds.
type completing struct {
	given  *jvmflag.Resolution
	memory source.Value
	by     string
}

// set is a flag as an option sets it; why tells what the number comes from.
func (c completing) set(flag, option, value string, number uint64, why string) jvmflag.Setting {
	f, _ := jvmflag.Lookup(c.given.JDK, flag) // JDK 11 keeps MinHeapSize outside its flags
	f.Name = cmp.Or(f.Name, flag)
	by := c.by + " (" + why + ")"
	return jvmflag.Setting{
		Flag: &f, Number: number, Value: source.Unlocated(value, by),
		Option: jvmflag.Option{Text: source.Unlocated(option+value, by), Evidence: jvmflag.Runs},
	}
}

func (c completing) number(flag string, number uint64, why string) jvmflag.Setting {
	return c.set(flag, "-XX:"+flag+"=", strconv.FormatUint(number, 10), number, why)
}

// HeapShare is what a vendor says of the heap of a program that needs the rest of the memory
// for something that no option bounds.
type HeapShare struct {
	Name    string // of the program
	image   string // pattern of the last part of the image's name
	LivesOn string // what needs the rest of the memory
	Percent int64  // of the memory that the vendor allows for the heap; 0: the vendor gives no share
	Most    int64  // bytes that the vendor allows for the heap; 0: as the share says
	Bound   bool   // the vendor says "no more than": the share is more than what it starts with
	Source  string
}

// Heap is the largest heap, in bytes, that the vendor allows of a memory; 0: it gives no share.
func (h HeapShare) Heap(memory int64) int64 {
	heap := memory * h.Percent / 100
	if h.Most > 0 {
		heap = min(heap, h.Most)
	}
	return heap >> 20 << 20
}

// HeapShareOf is what is known of the program of an image, by the name of its repository.
func HeapShareOf(repository string) (HeapShare, bool) {
	share := shareOf.Of(path.Base(repository), func(name string) HeapShare {
		share, _ := lists.First(HeapShares(), func(h HeapShare) bool { return wildcard.Match(h.image, name) })
		return share
	})
	return share, share.Name != ""
}

var shareOf parallel.Memo[string, HeapShare] // many rules ask

// HeapShares are the programs of which this is known.
var HeapShares = catalogue.Table("Heap", func(f catalogue.Fact) HeapShare {
	bound := f.Get("No more than")
	h := HeapShare{
		Name: f.Product, image: f.Subject(), LivesOn: f.Get("Lives on"), Bound: bound != "", Source: f.Get("Source"),
	}
	h.Percent, _ = strconv.ParseInt(strings.TrimSuffix(cmp.Or(bound, f.Get("Share")), "%"), 10, 64)
	most, _ := bytesize.Parse(f.Get("Most"))
	h.Most = int64(most)
	return h
})
