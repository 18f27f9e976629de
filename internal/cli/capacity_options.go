package cli

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/jvmlint/jvmlint/internal/capacity"
	"github.com/jvmlint/jvmlint/internal/hazelcast"
	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

// capacityOptions are what the command asks about the entries of a map.
type capacityOptions struct {
	mapName, object, sizes, key    string
	backupsText, objectsText, lose string

	capacity.Asked // what the texts say
}

func (o *capacityOptions) add(cmd *cobra.Command) {
	f := cmd.PersistentFlags()
	f.StringVar(&o.mapName, "map", "", "plan only for the map of this `name`")
	f.StringVar(&o.object, "object", "", "bytes of each value, an array or a string in UTF-8, such as 5MiB")
	f.StringVar(&o.sizes, "sizes", "", "sizes of the values by quantiles, such as p50=10KiB,p99=1MiB,max=5MiB; or one size")
	f.StringVar(&o.key, "key", "", "bytes of each key, a string in UTF-8; without it, keys are assumed to be Integers")
	f.StringVar(&o.backupsText, "backups", "", "backups of the map, instead of the number in its configuration")
	f.StringVar(&o.objectsText, "objects", "", "entries that the map must hold: prints the members or the memory that they need")
	f.StringVar(&o.lose, "lose", "", "members that may be lost while the others hold all entries (default 1)")
}

// read reads the options that were given.
func (o *capacityOptions) read(set func(option string) bool) error {
	for _, option := range []struct{ name, text string }{{"map", o.mapName}, {"object", o.object}, {"sizes", o.sizes}, {"key", o.key},
		{"backups", o.backupsText}, {"objects", o.objectsText}, {"lose", o.lose}} {
		if option.text == "" && set(option.name) {
			return fmt.Errorf("--%s is empty", option.name)
		}
	}
	if o.object != "" && o.sizes != "" {
		return errors.New("--object and --sizes exclude each other")
	}
	var err error
	if o.Values, err = readValues(o.object, o.sizes); err != nil {
		return err
	}
	o.Key = source.Value{N: hazelcast.IntegerKey(), Origin: source.Assumed, Why: "an Integer (--key)"}
	if o.key != "" {
		v, err := workload.Size(source.Unlocated(o.key, "--key"), source.Argument)
		if err != nil {
			return fmt.Errorf("--key: %w", err)
		}
		if v.N > capacity.LargestValue {
			return fmt.Errorf("--key: %s is too large for a key", o.key)
		}
		o.Key = source.Value{N: hazelcast.ArrayValue(v.N), Origin: source.Argument, Why: "a string of " + o.key + " (--key)"}
	}
	for _, count := range []struct {
		option, text string
		least, most  int64
		to           *source.Value
	}{
		{"--backups", o.backupsText, 0, 6, &o.Backups}, {"--objects", o.objectsText, 1, 1e15, &o.Objects}, {"--lose", o.lose, 0, 1e6, &o.Lost},
	} {
		if count.text == "" {
			continue
		}
		n, err := strconv.ParseInt(count.text, 10, 64)
		if err != nil || n < count.least || n > count.most {
			return fmt.Errorf("%s: %q is not a whole number from %d to %d", count.option, count.text, count.least, count.most)
		}
		*count.to = source.Value{N: n, Origin: source.Argument, Why: count.option}
	}
	return nil
}

// readValues reads the sizes of values.
func readValues(object, sizes string) (capacity.Sizes, error) {
	option, text := "--sizes", sizes
	if object != "" {
		option, text = "--object", object
		if strings.Contains(object, "=") {
			return capacity.Sizes{}, fmt.Errorf("--object: %q is not one size: quantiles go into --sizes", object)
		}
	}
	if text == "" {
		return capacity.Sizes{}, nil
	}
	values, err := capacity.ParseSizes(text)
	if err != nil {
		return values, fmt.Errorf("%s: %w", option, err)
	}
	values.Text += " (" + option + ")"
	return values, nil
}
