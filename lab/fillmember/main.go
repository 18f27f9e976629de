// Command fillmember shows whether JVM options hold for a member of Hazelcast
// that is used as a store. It starts one or two real members, each with a limit
// to its memory, puts twice as many values into a map as it may keep, and looks
// at what becomes of the members. It prints a line for each run, and exits with
// 1 if anything went wrong.
//
//	scripts/jdks.sh JDKS && scripts/hazelcast.sh JARS
//	go -C lab run ./fillmember --jdk JDKS/11 --hazelcast JARS --limit 1Gi --map-size 240 --options "-Xms640m -Xmx640m"
//
// A java of JDK 11 or later on the path, with its compiler, runs the client.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"time"

	"github.com/jvmlint/jvmlint/internal/source"
	"github.com/jvmlint/jvmlint/internal/workload"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	err := run(ctx, os.Args[1:], os.Stdout)
	switch {
	case errors.Is(err, errWrong):
		os.Exit(1)
	case err != nil:
		fmt.Fprintln(os.Stderr, "fillmember:", err)
		os.Exit(2)
	}
}

// errWrong says that the options did not hold in a run.
var errWrong = errors.New("something went wrong")

func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("fillmember", flag.ContinueOnError)
	jdk := flags.String("jdk", "", "folder of the members' JVM, of JDK 9 or later")
	jars := flags.String("hazelcast", "", "folder of jars as scripts/hazelcast.sh fills it")
	release := flags.String("release", "5.3.1", "of Hazelcast")
	options := flags.String("options", "", "of the members' JVMs, with spaces between")
	limit := flags.String("limit", "1Gi", "of each member's memory")
	members := flags.Int("members", 2, "1 or 2")
	config := flags.String("yaml", "", "Hazelcast's configuration, in place of --map-size; members meet at 127.0.0.1 whatever it says")
	name := flags.String("map", "values", "that is filled")
	mapSize := flags.Int64("map-size", 0, "MiB of heap that each member gives the map (USED_HEAP_SIZE)")
	values := flags.String("value", "5MiB,10KiB", "sizes of the values, a run for each")
	times := flags.Float64("times", 2, "how often what fits is put")
	minutes := flags.Float64("minutes", 0, "go on putting for as long")
	runs := flags.Int("runs", 1, "of each size")
	watch := flags.Bool("watch", false, "let the script keep the limit, and no control group")
	logs := flags.String("logs", "", "folder that keeps the members' logs")
	if err := flags.Parse(args); err != nil {
		return err
	}
	s := store{
		java: filepath.Join(*jdk, "bin", "java"), jar: filepath.Join(*jars, "hazelcast-"+*release+".jar"), release: *release,
		options: strings.Fields(*options), members: *members, mapName: *name, watch: *watch,
	}
	var err error
	if s.limit, err = bytes(*limit); err != nil {
		return err
	}
	if s.dir, err = os.MkdirTemp("", "fillmember-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.dir)
	if s.yaml, err = configuration(*config, *name, *mapSize); err != nil {
		return err
	}
	if err := s.prepare(); err != nil {
		return err
	}
	var wrong error
	for value := range strings.SplitSeq(*values, ",") {
		size, err := bytes(value)
		if err != nil {
			return err
		}
		for range *runs {
			o, err := s.fill(ctx, load{value: size, times: *times, atLeast: time.Duration(*minutes * float64(time.Minute))})
			if err != nil {
				return err
			}
			fmt.Fprintln(out, o)
			if len(o.wrong) > 0 {
				wrong = errWrong
			}
			if *logs != "" {
				if err := os.CopyFS(filepath.Join(*logs, time.Now().Format("150405.000")), os.DirFS(s.dir)); err != nil {
					return err
				}
			}
		}
	}
	return wrong
}

// bytes reads a size as Kubernetes writes it, with a B or without.
func bytes(size string) (int64, error) {
	v, err := workload.Bytes(source.Unlocated(strings.TrimSuffix(size, "B"), "option"), source.Option)
	return v.N, err
}

// configuration reads a file, or is that of a map which evicts by the heap it
// takes.
func configuration(file, name string, mapSize int64) (string, error) {
	switch {
	case file != "" && mapSize != 0, file == "" && mapSize <= 0:
		return "", errors.New("give --map-size, or --yaml with the size in it")
	case file != "":
		data, err := os.ReadFile(file)
		return string(data), err
	}
	return fmt.Sprintf(`hazelcast:
  map:
    %s:
      per-entry-stats-enabled: true
      eviction: {eviction-policy: LRU, max-size-policy: USED_HEAP_SIZE, size: %d}
`, name, mapSize), nil
}
