package reading

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/source"
)

// Names of packages as their distributions and vendors have them.
func TestInstalledJDKs(t *testing.T) {
	for _, c := range []struct {
		name, command string
		want          []string
	}{
		{"Debian", "apt-get update && apt-get install -y curl openjdk-17-jre-headless", []string{"openjdk-17-jre-headless"}},
		{"Debian, a version", "apt install openjdk-11-jre=11.0.13+8-1~deb10u1", []string{"openjdk-11-jre=11.0.13+8-1~deb10u1"}},
		{"Alpine", "apk add --no-cache openjdk21-jre", []string{"openjdk21-jre"}},
		{"Alpine, nearly a version", "apk add openjdk8~=8.302", []string{"openjdk8~=8.302"}},
		{"Red Hat", "microdnf install java-1.8.0-openjdk-headless", []string{"java-1.8.0-openjdk-headless"}},
		{"Amazon", "yum install -y java-17-amazon-corretto-headless", []string{"java-17-amazon-corretto-headless"}},
		{"Temurin and Zulu", "apt-get install temurin-21-jdk zulu17-jre", []string{"temurin-21-jdk", "zulu17-jre"}},
		{"Microsoft", "tdnf install msopenjdk-17", []string{"msopenjdk-17"}},
		{"an archive", "curl -sL https://a.example/OpenJDK17U-jre_x64_linux_hotspot_17.0.9_9.tar.gz | tar xz", []string{"OpenJDK17U-jre_x64_linux_hotspot_17.0.9_9.tar.gz"}},
		{"an archive of Oracle", "tar xf jdk-8u202-linux-x64.tar.gz", []string{"jdk-8u202-linux-x64.tar.gz"}},
		{"over lines", "apt-get install -y \\\n  openjdk-17-jre \\\n  curl", []string{"openjdk-17-jre"}},
		{"documentation", "apt-get install openjdk-17-doc", nil},
		{"no release", "apt-get install default-jre", nil},
		{"no package manager", "echo openjdk-17-jre", nil},
		{"a library", "apt-get install libopenjdk-17-jre", nil},
	} {
		assert.Equal(t, c.want, strs(InstalledJDKs(text(c.command))), c.name)
	}
}

// The update that packages bring, where they name one.
func TestInstalledJDK(t *testing.T) {
	for _, c := range []struct {
		name      string
		installed []string
		want      string // the build, as messages name it
		why       string
	}{
		{"a release", []string{"temurin-17-jdk"}, "17", "package temurin-17-jdk"},
		{"Debian's update", []string{"openjdk-11-jre=11.0.13+8-1~deb10u1"}, "11.0.13", "package openjdk-11-jre=11.0.13+8-1~deb10u1"},
		{"Alpine's update of JDK 8", []string{"openjdk8=8.302.08-r1"}, "8u302", "package openjdk8=8.302.08-r1"},
		{"Red Hat's update", []string{"java-11-openjdk-11.0.13.0.8-1.el8_4"}, "11.0.13", "package java-11-openjdk-11.0.13.0.8-1.el8_4"},
		{"an archive", []string{"OpenJDK17U-jre_x64_linux_hotspot_17.0.9_9.tar.gz"}, "17.0.9", "archive OpenJDK17U-jre_x64_linux_hotspot_17.0.9_9.tar.gz"},
		{"two of a release", []string{"openjdk-17-jre", "openjdk-17-jdk"}, "17", "package openjdk-17-jre"},
		{"two releases", []string{"openjdk-17-jre", "openjdk-11-jre"}, "", "nothing names it"},
		{"nothing", nil, "", "nothing names it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := openJDK()
			var installed []source.Text
			for _, p := range c.installed {
				f := source.NewFile("Dockerfile", []byte(p))
				installed = append(installed, TextOf(f))
			}
			open("f", "").InstalledJDK(w, installed)
			assert.Equal(t, c.why, w.JDK.Why)
			if assert.Equal(t, c.want == "", w.JDK.Open); c.want != "" {
				build := w.JDK.Build(w.JDK.Candidates[0])
				build.Vendor = ""
				assert.Contains(t, build.String(), c.want)
			}
		})
	}
}
