package main

import (
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// member is a JVM that runs a member of Hazelcast, started as its own start
// script starts it.
type member struct {
	process
	log, gcLog string
	memory     memoryLimit
	peak       int64 // bytes that were resident
	killed     bool  // by the script, over the limit
}

// ports are as many that are free on 127.0.0.1.
func ports(count int) ([]int, error) {
	var free []int
	for range count {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		defer l.Close()
		free = append(free, l.Addr().(*net.TCPAddr).Port)
	}
	return free, nil
}

func address(port int) string { return "127.0.0.1:" + strconv.Itoa(port) }

// start starts member i of those at the ports.
//
// Properties replace what the configuration says of the network:
// https://docs.hazelcast.com/hazelcast/5.3/configuration/configuring-with-system-properties
func (s *store) start(ctx context.Context, i int, ports []int) (*member, error) {
	m := &member{
		log: filepath.Join(s.dir, fmt.Sprintf("member%d.log", i+1)), gcLog: filepath.Join(s.dir, fmt.Sprintf("gc%d.log", i+1)),
		memory: newMemoryLimit(fmt.Sprintf("fillmember-%d-%d", os.Getpid(), i+1), s.limit, s.watch),
	}
	var all []string
	for _, port := range ports {
		all = append(all, address(port))
	}
	words := append(m.memory.entering(s.java), s.options...)
	words = append(words, "-Xlog:gc:file="+m.gcLog+"::filecount=0",
		"-Dhazelcast.config="+s.configFile(), "-Dhz.cluster-name="+clusterName(), "-Dhazelcast.phone.home.enabled=false",
		"-Dhazelcast.wait.seconds.before.join=0", "-Dhazelcast.socket.bind.any=false", "-Dhazelcast.local.localAddress=127.0.0.1",
		"-Dhz.network.port.port="+strconv.Itoa(ports[i]), "-Dhz.network.port.auto-increment=false")
	for _, way := range []string{"auto-detection", "multicast", "kubernetes", "aws", "gcp", "azure", "eureka"} {
		words = append(words, "-Dhz.network.join."+way+".enabled=false")
	}
	words = append(words, "-Dhz.network.join.tcp-ip.enabled=true", "-Dhz.network.join.tcp-ip.members="+strings.Join(all, ","),
		"-cp", s.jar, "com.hazelcast.core.server.HazelcastMemberStarter")
	out, err := os.Create(m.log)
	if err != nil {
		return nil, err
	}
	defer out.Close()
	cmd := exec.CommandContext(ctx, words[0], words[1:]...)
	cmd.Env, cmd.Stdout, cmd.Stderr = withoutJavaOptions(), out, out
	return m, m.begin(cmd)
}

// clusterName keeps members of other runs out.
func clusterName() string { return fmt.Sprintf("fillmember-%d", os.Getpid()) }

func withoutJavaOptions() []string {
	return slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains([]string{"JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "_JAVA_OPTIONS"}, name)
	})
}

// starts reports whether the member does, and waits for it. Those that are there
// already are watched meanwhile.
func (m *member) starts(ctx context.Context, all []*member) bool {
	for end := time.Now().Add(90 * time.Second); time.Now().Before(end) && ctx.Err() == nil; time.Sleep(20 * time.Millisecond) {
		for _, other := range all {
			other.watch()
		}
		data, _ := os.ReadFile(m.log)
		if strings.Contains(string(data), " is STARTED") {
			return true
		}
		if m.ended() {
			return false
		}
	}
	return false
}

// watch takes the memory, and keeps the limit where nothing else does.
func (m *member) watch() {
	now := resident(m.pid())
	m.peak = max(m.peak, now)
	if m.memory.keptByScript() && now > m.memory.bytes {
		m.killed = true
		m.kill()
	}
}

var (
	uncaught    = regexp.MustCompile(`(?m)^(?:Exception in thread "main" |Error: |Caused by: )(.+)$`)
	outOfMemory = regexp.MustCompile(`java\.lang\.OutOfMemoryError: [^\r\n]+`)
	clusterSize = regexp.MustCompile(`Members \{size:(\d+)`)
)

// faults are what went wrong by the log, and by how the process ended.
func (m *member) faults() []string {
	data, _ := os.ReadFile(m.log)
	var all []string
	if thrown := outOfMemory.Find(data); thrown != nil {
		all = append(all, strings.TrimPrefix(string(thrown), "java.lang."))
	}
	if lostMember(string(data)) {
		all = append(all, "a member was lost")
	}
	switch {
	case m.killed:
		all = append(all, "killed by the script, over the limit")
	case m.memory.kills() > 0:
		all = append(all, "killed by the system, over the limit")
	case m.ended():
		all = append(all, "a member ended: "+m.how())
		if reasons := uncaught.FindAllSubmatch(data, -1); reasons != nil {
			all = append(all, string(reasons[len(reasons)-1][1]))
		}
	}
	return all
}

// lostMember reports whether the cluster became smaller.
func lostMember(log string) bool {
	most := 0
	for _, m := range clusterSize.FindAllStringSubmatch(log, -1) {
		size, _ := strconv.Atoi(m[1])
		if size < most {
			return true
		}
		most = size
	}
	return false
}
