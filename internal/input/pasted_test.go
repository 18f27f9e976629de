package input

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/jvmlint/jvmlint/internal/source"
)

func TestPasted(t *testing.T) {
	for _, c := range []struct {
		name, content string
		want          []described
	}{
		{"ps -ef", "UID          PID    PPID  C STIME TTY          TIME CMD\nroot           1       0  0 11:30 ?        00:00:00 /sbin/init\nroot       15651   15650  2 11:30 ?        00:00:05 /opt/jdk/bin/java -Xmx1g -Da=b c -cp /x Main\n",
			[]described{{"process 15651", true, []string{"cmd -Xmx1g", "cmd -Da=b", "cmd c", "cmd -cp", "cmd /x", "cmd Main"}}}},
		{"ps aux", "USER         PID %CPU %MEM    VSZ   RSS TTY      STAT START   TIME COMMAND\r\napp       1234  1.0  5.2 9999999 123456 ?     Sl   Nov20  12:34 java -Xmx1g -jar a.jar\r\napp       1299  0.0  0.0 1 1 pts/0    S+   11:31   0:00 grep java -X\r\n",
			[]described{{"process 1234", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"a line of ps", "root     15651 15650  2 11:30 ?        1-02:00:00 /bin/java -Xmx1g -jar a.jar\n", []described{{"process 15651", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"ps of a small container", "PID   USER     TIME  COMMAND\n    1 root      0:05 java -Xmx1g -jar a.jar\n   40 root      0:00 sh -c java -Xmx9g -jar b.jar\n", []described{{"process 1", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}},
		{"pgrep -a", "17 /usr/bin/java -Xmx1g -jar a.jar\n18 java -Xmx2g -jar b.jar\n", []described{
			{"process 17", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}, {"process 18", true, []string{"cmd -Xmx2g", "cmd -jar", "cmd b.jar"}}}},
		{"cut off", "  PID COMMAND\n17 java -Xmx1g -XX:MaxGCPau\n", []described{{"process 17", true, []string{"cmd -Xmx1g"}}}},
		{"a command as a value", "17 java -XX:OnOutOfMemoryError=kill -9 %p -Xmx1g -jar a.jar -9\n", []described{{"process 17", true, []string{"cmd -XX:OnOutOfMemoryError=kill -9 %p", "cmd -Xmx1g", "cmd -jar", "cmd a.jar", "cmd -9"}}}},
		{"VM.command_line", "15651:\nVM Arguments:\njvm_args: -Da=b c  -Xmx64m \njava_command: Sleep -Xmx9g\njava_class_path (initial): .\nLauncher Type: SUN_STANDARD\n",
			[]described{{"process 15651", true, []string{"cmd -Da=b c", "cmd -Xmx64m"}}}},
		{"a report of an error", "#\n# A fatal error has been detected\n#\n\nVM Arguments:\njvm_args: -Xmx64m \njava_command: Sleep\n\nEnvironment Variables:\nJAVA_TOOL_OPTIONS=-Xmx64m\n",
			[]described{{"JVM", true, []string{"cmd -Xmx64m"}}}},
		{"VM.flags of JDK 8", "15651:\n-XX:CICompilerCount=2 -XX:InitialHeapSize=67108864 -XX:MaxHeapSize=67108864 -XX:MaxNewSize=22020096 -XX:MinHeapDeltaBytes=524288 -XX:NewSize=22020096 -XX:OldSize=45088768 -XX:+UseCompressedClassPointers -XX:+UseCompressedOops -XX:+UseParallelGC \n",
			[]described{{"process 15651", true, []string{"cmd -XX:InitialHeapSize=67108864", "cmd -XX:MaxHeapSize=67108864", "cmd -XX:+UseParallelGC"}}}},
		{"VM.flags of two processes, JDK 25", "1:\n-XX:-AOTRecordTraining -XX:G1HeapRegionSize=1048576 -XX:-IntelJccErratumMitigation -XX:MaxHeapSize=67108864 -XX:+UseG1GC -XX:X86ICacheSync=3 \n2:\n-XX:MaxHeapSize=67108864 -XX:-THPStackMitigation -XX:+UseSerialGC \n", []described{
			{"process 1", true, []string{"cmd -XX:G1HeapRegionSize=1048576", "cmd -XX:MaxHeapSize=67108864", "cmd -XX:+UseG1GC"}},
			{"process 2", true, []string{"cmd -XX:MaxHeapSize=67108864", "cmd -XX:+UseSerialGC"}}}},
		{"VM.flags without its process", "-XX:CICompilerCount=2 -XX:MaxHeapSize=268435456 -XX:MinHeapDeltaBytes=196608 -XX:+UseSerialGC \n", []described{{"JVM", true, []string{"cmd -XX:MaxHeapSize=268435456", "cmd -XX:+UseSerialGC"}}}},
		{"jinfo -flags", "VM Flags:\n-XX:CICompilerCount=2 -XX:MaxHeapSize=268435456 -XX:+UseSerialGC \n", []described{{"JVM", true, []string{"cmd -XX:MaxHeapSize=268435456", "cmd -XX:+UseSerialGC"}}}},
		{"jinfo -flags of JDK 8", "Attaching to process ID 9, please wait...\nJVM version is 25.252-b14\nNon-default VM flags: -XX:CICompilerCount=2 -XX:MaxHeapSize=268435456 -XX:+UseSerialGC \nCommand line:  -Xmx256m -Da=b\n",
			[]described{{"JVM", true, []string{"cmd -Xmx256m", "cmd -Da=b"}}}},
		{"jinfo", "Java System Properties:\na=b\n\nVM Flags:\n-XX:MaxHeapSize=268435456 -XX:+UseSerialGC \n\nVM Arguments:\njvm_args: -Xmx256m -Da=b \njava_command: Sleep\n", []described{{"JVM", true, []string{"cmd -Xmx256m", "cmd -Da=b"}}}},
		{"the head of a report of an error", "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n\nCommand Line: -Xmx256m -Da=b Sleep -Xmx9g\n", []described{{"JVM", true, []string{"cmd -Xmx256m", "cmd -Da=b", "cmd Sleep", "cmd -Xmx9g"}}}},
		{"no JVM", "  PID COMMAND\n17 nginx\n", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := Read(source.NewFile("<stdin>", []byte(c.content)))
			assert.Equal(t, c.want, describe(in))
			assert.Equal(t, Pasted, in.Format)
			assert.Empty(t, in.Problems)
			checkPlaces(t, in)
		})
	}
	for _, other := range []string{"-XX:MaxHeapSize=1g -XX:+UseSerialGC\n", "Command Line: -Xmx1g A\n", "sleep 5 && java -Xmx1g -jar a.jar\n", "jvm_args: -Xmx1g\n", "8:-Xmx1g\n"} {
		assert.NotEqual(t, Pasted, read("x", other).Format, other)
	}
}

// TestReportOfError reads what JVMs wrote when they ended: what they found of their machine, and their build.
func TestReportOfError(t *testing.T) {
	const head = "#\n# A fatal error has been detected by the Java Runtime Environment:\n#\n# JRE version: OpenJDK Runtime Environment (11.0.13+8) (build 11.0.13+8)\nCommand Line: -Xmx1g A\n"
	const physical = "CPU:total 4 (initial active 3) (2 cores per cpu)\nMemory: 4k page, physical 2097152k(18577096k free), swap 0k(0k free)\n"
	for name, c := range map[string]struct {
		text         string
		memory, cpus int64
		why, ended   string
	}{
		"nothing":               {text: head},
		"no limit":              {text: head + "active_processor_count: 2\nmemory_limit_in_bytes: unlimited\n" + physical, memory: 2 << 30, cpus: 2, why: "memory that the JVM found"},
		"no limit on JDK 11":    {text: head + "memory_limit_in_bytes: -1\n" + physical, memory: 2 << 30, cpus: 3, why: "memory that the JVM found"},
		"a limit on JDK 11":     {text: head + "memory_limit_in_bytes: 1073741824\n" + physical, memory: 1 << 30, cpus: 3, why: "limit of the container"},
		"a limit on JDK 17":     {text: head + "memory_limit_in_bytes: 1048576 k\n" + physical, memory: 1 << 30, cpus: 3, why: "limit of the container"},
		"numbers of no machine": {text: head + "active_processor_count: 0\nmemory_limit_in_bytes: 99999999999999999999 k\n"},
		"no more memory": {text: "#\n# There is insufficient memory for the Java Runtime Environment to continue.\n# Native memory allocation (mmap) failed to map 16 bytes\nCommand Line: -Xmx1g A\n",
			ended: "Native memory allocation (mmap) failed to map 16 bytes"},
	} {
		in := read("hs_err_pid1.log", c.text)
		require.Len(t, in.Workloads, 1, name)
		w := in.Workloads[0]
		assert.Equal(t, []any{c.memory, c.cpus, c.why, c.ended}, []any{w.Memory.N, w.CPUs.N, w.Memory.Why, w.Ended}, name)
		assert.Equal(t, c.ended == "", len(w.JDK.Candidates) == 1, name)
		checkPlaces(t, in)
	}
}

// TestPastedCommands reads what people paste: a command of a shell that starts java behind others.
func TestPastedCommands(t *testing.T) {
	for _, line := range []string{
		`exec java -Xmx1g -jar a.jar`,
		`nohup java -Xmx1g -jar a.jar > a.log 2>&1 &`,
		`bash -c "exec java -Xmx1g -jar a.jar"`,
		`sudo -E -u app -- java -Xmx1g -jar a.jar`,
		`su - app -c 'java -Xmx1g -jar a.jar'`,
		`numactl --cpunodebind=0 java -Xmx1g -jar a.jar`,
		`taskset -c 0-3 java -Xmx1g -jar a.jar`,
		`timeout -k 5 10m java -Xmx1g -jar a.jar`,
		`ionice -c 3 nice -n 10 java -Xmx1g -jar a.jar`,
		`chrt -f 10 java -Xmx1g -jar a.jar`,
		`setsid -w stdbuf -oL java -Xmx1g -jar a.jar`,
		`systemd-run --scope -p MemoryMax=2G java -Xmx1g -jar a.jar`,
		`xvfb-run -s "-screen 0 1024x768x24" java -Xmx1g -jar a.jar`,
		`strace -f -o x java -Xmx1g -jar a.jar`,
		`kubectl exec -it pod-0 -c app -- java -Xmx1g -jar a.jar`,
		`kubectl exec pod-0 -- sh -c 'java -Xmx1g -jar a.jar'`,
		`docker exec -it c java -Xmx1g -jar a.jar`,
		`env JAVA_HOME=/x java -Xmx1g -jar a.jar`,
		`"C:\Program Files\Java\jdk-17\bin\java.exe" -Xmx1g -jar a.jar`,
		`C:\Java\jdk-17\bin\javaw.exe -Xmx1g -jar a.jar`,
		`$ java -Xmx1g -jar a.jar`,
	} {
		t.Run(line, func(t *testing.T) {
			f := source.NewFile("<stdin>", []byte(line+"\n"))
			in := ReadWith(f, Options{Named: true})
			assert.Equal(t, []described{{"java", true, []string{"cmd -Xmx1g", "cmd -jar", "cmd a.jar"}}}, describe(in))
			checkPlaces(t, in)
		})
	}
	for _, other := range []string{"kubectl exec pod-0 -- ls java\n", "the manual of java -Xmx is long\n", "grep java -Xmx1g\n"} {
		in := ReadWith(source.NewFile("<stdin>", []byte(other)), Options{Named: true})
		assert.Empty(t, in.Workloads, other)
		assert.True(t, in.Unrecognised, other)
	}
	found := Read(source.NewFile("notes", []byte("exec java -Xmx1g -jar a.jar\n")))
	assert.True(t, found.Unrecognised, "nobody named the file")
}

func TestJavaOf(t *testing.T) {
	for _, c := range []struct {
		name        string
		words, want []string
	}{
		{"options at once", []string{"-Xmx1g", "-jar", "a.jar"}, []string{"java", "-Xmx1g", "-jar", "a.jar"}},
		{"a line in quotes", []string{`java -Xmx1g -Da="b c" -jar a.jar`}, []string{"java", "-Xmx1g", "-Da=b c", "-jar", "a.jar"}},
		{"options in quotes", []string{"-Xmx1g -Xms1g"}, []string{"java", "-Xmx1g", "-Xms1g"}},
		{"behind another command", []string{"sudo", "-u", "app", "/opt/jdk-17/bin/java", "-Xmx1g"}, []string{"/opt/jdk-17/bin/java", "-Xmx1g"}},
		{"the script of a shell", []string{"bash", "-c", "exec java -Xmx1g -jar a.jar"}, []string{"java", "-Xmx1g", "-jar", "a.jar"}},
		{"Windows", []string{`C:\jdk 17\bin\java.exe`, "-Xmx1g"}, []string{`C:\jdk 17\bin\java.exe`, "-Xmx1g"}},
		{"a file", []string{"values.yaml"}, nil},
		{"a file with blanks", []string{"my values.yaml"}, nil},
		{"an option of jvmlint", []string{"-v", "java"}, nil},
		{"nothing", nil, nil},
	} {
		assert.Equal(t, c.want, JavaOf(c.words), c.name)
	}
}
