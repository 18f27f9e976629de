package main

import (
	"bufio"
	"context"
	_ "embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

//go:embed Filler.java
var filler []byte

// load is what is put: new keys, so often what fits, and for at least so long.
type load struct {
	value   int64
	times   float64
	atLeast time.Duration
}

// client is a JVM that fills the map from outside of the members.
type client struct {
	process
	puts, size, members atomic.Int64
	failure             atomic.Pointer[string]
	done                chan struct{} // the program has said its last word
}

// fillFrom starts a client, which puts at least so many values.
func (s *store) fillFrom(ctx context.Context, port int, l load, puts int64) (*client, error) {
	program := filepath.Join(s.dir, "Filler.java")
	if err := os.WriteFile(program, filler, 0o644); err != nil {
		return nil, err
	}
	numbers := []int64{int64(s.members), l.value, puts, l.atLeast.Milliseconds()}
	words := []string{"-XX:+UseSerialGC", "-Xmx512m", "-cp", s.jar, program, clusterName(), address(port), s.mapName}
	for _, n := range numbers {
		words = append(words, strconv.FormatInt(n, 10))
	}
	cmd := exec.CommandContext(ctx, "java", words...)
	cmd.Env = withoutJavaOptions()
	out, in := io.Pipe()
	log, err := os.Create(filepath.Join(s.dir, "client.log"))
	if err != nil {
		return nil, err
	}
	cmd.Stdout, cmd.Stderr = in, log
	c := &client{done: make(chan struct{})}
	if err := c.begin(cmd); err != nil {
		return nil, fmt.Errorf("the client: %w", err)
	}
	go func() {
		<-c.over
		in.Close()
		log.Close()
	}()
	go c.read(out)
	return c, nil
}

// read takes what the program says: a word and a number, or a failure.
func (c *client) read(out io.Reader) {
	defer close(c.done)
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		n, _ := strconv.ParseInt(rest, 10, 64)
		switch word {
		case "puts":
			c.puts.Store(n)
		case "size":
			c.size.Store(n)
		case "members":
			c.members.Store(n)
		case "failed":
			c.failure.Store(&rest)
		}
	}
}

func (c *client) finished() bool {
	select {
	case <-c.done:
		return true
	default:
		return false
	}
}
