package release

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPrintedIn(t *testing.T) {
	exactly := func(jdk, number, patch int, vendor Vendor) Build {
		return Build{Release: jdk, Update: Update{number, patch}, Bound: Exactly, Vendor: vendor}
	}
	for name, c := range map[string]struct {
		text, version string
		build         Build
	}{
		"java -version of 8":       {"openjdk version \"1.8.0_252\"\nOpenJDK Runtime Environment (Zulu 8.46.0.20-SA-linux64) (build 1.8.0_252-b14)\n", "1.8.0_252", exactly(8, 252, 0, Zulu)},
		"of Debian's 8":            {"openjdk version \"1.8.0_332\"\nOpenJDK Runtime Environment (build 1.8.0_332-8u332-ga-1~deb9u1-b09)\n", "1.8.0_332", exactly(8, 332, 0, Debian)},
		"of Ubuntu's 11":           {"openjdk version \"11.0.13\" 2021-10-19\nOpenJDK Runtime Environment (build 11.0.13+8-Ubuntu-0ubuntu1.20.04)\n", "11.0.13", exactly(11, 13, 0, Ubuntu)},
		"of Alpine's 11":           {"openjdk version \"11.0.14\" 2022-01-18\nOpenJDK Runtime Environment (build 11.0.14+9-alpine-r0)\n", "11.0.14", exactly(11, 14, 0, Alpine)},
		"of Corretto":              {"openjdk version \"21.0.10\" 2026-01-20 LTS\nOpenJDK Runtime Environment Corretto-21.0.10.7.1 (build 21.0.10+7-LTS)\n", "21.0.10", exactly(21, 10, 0, Corretto)},
		"of Oracle":                {"java version \"1.8.0_181\"\nJava(TM) SE Runtime Environment (build 1.8.0_181-b13)\n", "1.8.0_181", exactly(8, 181, 0, Oracle)},
		"java --version":           {"openjdk 17.0.9 2023-10-17\nOpenJDK Runtime Environment Temurin-17.0.9+9 (build 17.0.9+9)\n", "17.0.9", exactly(17, 9, 0, Temurin)},
		"early access":             {"openjdk version \"28-ea\" 2027-03-16\nOpenJDK Runtime Environment (build 28-ea+18-1-Debian)\n", "28-ea", Build{Release: 28, Vendor: Debian}},
		"release":                  {"IMPLEMENTOR=\"Eclipse Adoptium\"\nJAVA_VERSION=\"17.0.9\"\nJVM_VARIANT=\"Hotspot\"\n", "17.0.9", exactly(17, 9, 0, Temurin)},
		"release of 8":             {"JAVA_VERSION=\"1.8.0_252\"\r\nOS_ARCH=\"amd64\"\r\n", "1.8.0_252", exactly(8, 252, 0, "")},
		"log of 8":                 {"OpenJDK 64-Bit Server VM (25.252-b09) for linux-amd64 JRE (1.8.0_252-b09), built on Apr 15 2020 by \"jenkins\" with gcc 4.4.7\n", "1.8.0_252-b09", exactly(8, 252, 0, "")},
		"log of 8 that has a name": {"OpenJDK 64-Bit Server VM (25.252-b14) for linux-amd64 JRE (Zulu 8.46.0.20-SA-linux64) (1.8.0_252-b14), built on Apr  4 2020\n", "1.8.0_252-b14", exactly(8, 252, 0, Zulu)},
		"unified log":              {"[0.004s][info][gc,init] Version: 21.0.6+7-LTS (release)\n", "21.0.6+7-LTS", exactly(21, 6, 0, "")},
		"VM.version of 8":          {"17:\nOpenJDK 64-Bit Server VM version 25.252-b14\nJDK 8.0_252\n", "8.0_252", exactly(8, 252, 0, "")},
		"VM.version":               {"17:\nOpenJDK 64-Bit Server VM version 11.0.32.1+1-post-1-deb11u1-Debian\nJDK 11.0.32.1\n", "11.0.32.1", exactly(11, 32, 1, Debian)},
		"the head of hs_err":       {"# JRE version: OpenJDK Runtime Environment Temurin-17.0.9+9 (17.0.9+9) (build 17.0.9+9)\n", "17.0.9+9", exactly(17, 9, 0, Temurin)},
		"hs_err":                   {"# JRE version:  (17.0.9+9) (build )\nvm_info: OpenJDK 64-Bit Server VM (17.0.9+9) for linux-amd64 JRE (17.0.9+9), built on Oct 17 2023\n", "17.0.9+9", exactly(17, 9, 0, "")},
	} {
		p, is := PrintedIn(c.text)
		assert.True(t, is, name)
		assert.Equal(t, c.build, p.Build, name)
		assert.Equal(t, c.version, c.text[p.From:p.To], name)
	}
	for text, want := range map[string]string{
		"JVM_VARIANT=\"Openj9\"\nJAVA_VERSION=\"11.0.13\"\n":                                                 "Openj9",
		"openjdk version \"11.0.13\"\nEclipse OpenJ9 VM 11.0.13.0 (build openj9-0.29.0, JRE 11 Linux)\n":     "OpenJ9",
		"java version \"1.8.0_321\"\nIBM J9 VM (build 2.9, JRE 1.8.0 Linux amd64-64-Bit)\n":                  "J9",
		"openjdk version \"11.0.13\"\nZing 64-Bit Tiered VM (build 11.0.13-zing_22.02.0.0-b4, mixed mode)\n": "Zing",
	} {
		p, is := PrintedIn(text)
		assert.True(t, is, text)
		assert.Equal(t, Printed{JVM: want}, p, text)
	}
	for _, text := range []string{"", "export JAVA_VERSION=\"17\"\n", "# openjdk version \"17\"\n", "javac 17.0.9\n", "java -version\n"} {
		_, is := PrintedIn(text)
		assert.False(t, is, text)
	}
}
