package jvmflag

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// TestListeners is what JVMs of these JDKs were seen to listen on.
func TestListeners(t *testing.T) {
	const management = "-Dcom.sun.management.jmxremote.port=9010 -Dcom.sun.management.jmxremote.authenticate=false"
	for _, c := range []struct {
		options string
		jdk     int
		want    []string // ports
	}{
		{"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005", 8, []string{"5005"}},
		{"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=5005", 11, nil},
		{"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=*:5005", 21, []string{"5005"}},
		{"-agentlib:jdwp=transport=dt_socket,server=y,suspend=n,address=*:5005", 8, nil}, // it does not start
		{"-Xrunjdwp:transport=dt_socket,address=0.0.0.0:5005,server=y", 17, []string{"5005"}},
		{"-agentlib:jdwp=transport=dt_socket,server=y,address=localhost:5005", 8, nil},
		{"-agentlib:jdwp=transport=dt_socket,server=y,address=:5005", 25, nil},
		{"-agentlib:jdwp=transport=dt_socket,address=*:5005", 17, nil},
		{"-agentlib:jdwp=transport=dt_socket,server=y", 8, []string{""}},
		{management, 8, []string{"9010"}},
		{management + " -Djava.rmi.server.hostname=127.0.0.1 -Dcom.sun.management.jmxremote.local.only=true", 25, []string{"9010"}},
		{management + " -Dcom.sun.management.jmxremote.host=127.0.0.1", 17, nil},
		{management + " -Dcom.sun.management.jmxremote.ssl.need.client.auth=true", 17, nil},
		{"-Dcom.sun.management.jmxremote.port=9010", 17, nil},
	} {
		var options []Option
		for word := range strings.SplitSeq(c.options, " ") {
			options = append(options, Option{Text: source.Unlocated(word, "test"), Channel: CommandLine})
		}
		var got []string
		for _, l := range Resolve(c.jdk, options).Listeners() {
			if l.Reach == Everybody {
				got = append(got, l.Port)
			}
			assert.Equal(t, l.Reach == Nobody, c.jdk == 8 && strings.Contains(c.options, "*"), c.options)
		}
		assert.Equal(t, c.want, got, "%s on %d", c.options, c.jdk)
	}
}

func TestPorts(t *testing.T) {
	for options, want := range map[string]string{
		"-agentlib:jdwp=transport=dt_socket,server=y,address=localhost:5005": "5005",
		"-agentlib:jdwp=transport=dt_socket,server=y,address=0":              "",
		"-agentlib:jdwp=transport=dt_socket,address=debugger:5005":           "",
		"-Dcom.sun.management.jmxremote.port=9010":                           "9010",
		"-Dcom.sun.management.jmxremote.port=$JMX_PORT":                      "",
		"-javaagent:/a.jar=7071:/c.yml":                                      "7071",
		"-javaagent:/a.jar=0.0.0.0:7071:/c.yml":                              "7071",
		"-javaagent:/a.jar=port=8778,host=0.0.0.0":                           "",
		"-javaagent:/a.jar":                                                  "",
	} {
		var got []string
		for _, port := range Resolve(17, []Option{{Text: source.Unlocated(options, "test"), Channel: CommandLine}}).Ports() {
			got = append(got, port.String())
		}
		assert.Equal(t, want, strings.Join(got, " "), options)
	}
}
