package input

import (
	"bytes"
	"path"
	"slices"
	"strings"

	"github.com/jvmlint/jvmlint/internal/images"
	"github.com/jvmlint/jvmlint/internal/input/reading"
	"github.com/jvmlint/jvmlint/internal/lazyregexp"
	"github.com/jvmlint/jvmlint/internal/source"
)

// Search is why a folder is searched for a file whose name promises nothing: for what
// it holds. It is wanted where it is a script of a shell, or plainly holds options of a JVM.
type Search int

const (
	NotSearched Search = iota
	Settings           // which a reader may take
	Data               // the same, and many hold options that nobody gives a JVM
	Build              // which a reader takes as far as it knows the settings
	Program            // whose words only a reader of its language could tell from others
)

var searches = []struct {
	Search
	patterns []string
}{
	{NotSearched, strings.Fields("gradlew* mvnw*")}, // which the build tools bring
	{Data, strings.Fields("*.json")},
	{Program, strings.Fields("Jenkinsfile Vagrantfile Rakefile *.toml *.tf *.hcl *.nomad *.groovy *.rb *.pp *.nix *.jsonnet *.cue *.py")},
	{Build, strings.Fields("*.xml *.gradle *.kts *.sbt *.bat *.cmd *.ps1")},
	{Settings, strings.Fields("*.conf *.cfg *.cnf *.ini *.config *.default *.defaults *.opts *.args *.j[0-9] *.bash *.ksh *.zsh *.sysconfig")},
}

// SearchFor tells by the name of a file how a folder is searched for it.
func SearchFor(name string) Search {
	if inner, jinja := strings.CutSuffix(name, ".j2"); jinja { // Ansible's are named for what they give
		return max(SearchFor(inner), Settings)
	}
	base := path.Base(name)
	for _, s := range searches {
		if slices.ContainsFunc(s.patterns, func(pattern string) bool { return matchesName(pattern, base) }) {
			return s.Search
		}
	}
	if !strings.Contains(base, ".") {
		return Settings
	}
	return NotSearched
}

// isUnitOfJVM reports whether a text is a unit, or a template of one, whose command is java.
func isUnitOfJVM(data []byte) bool { return serviceSection.Match(data) && execJava.Match(data) }

var execJava = lazyregexp.New(`(?m)^ExecStart[ \t]*=[^\n]*\bjava["']?[ \t]`)

// IsScript reports whether a text is a script of a shell.
func IsScript(data []byte) bool { return shebang.Match(data[:min(len(data), 100)]) }

var shebang = lazyregexp.New(`^#![ \t]*\S*/(?:(?:env|with-contenv)[ \t]+)?(?:ba|da|a|k|z)?sh\b`)

// HoldsOptions reports whether a line that is no comment plainly holds options of a JVM.
func HoldsOptions(data []byte) bool {
	if slices.ContainsFunc([]string{"wrapper.java.", ".memory.heap", ".jvm.additional", "spark."}, func(part string) bool { return bytes.Contains(data, []byte(part)) }) && heapProperty.Match(data) {
		return true
	}
	if !bytes.Contains(data, []byte("-Xm")) && !bytes.Contains(data, []byte("-XX:")) {
		return false
	}
	for line := range bytes.Lines(data) {
		if plainOption.Match(line) && !reading.IsComment(string(line)) && !remark.Match(line) {
			return true
		}
	}
	return false
}

// StartsJVM reports whether a file may start a JVM without an option: a batch file, what
// supervisord runs, a build file that makes an image by Jib, Nix, Terraform, Nomad, a template
// of Azure, or a pipeline that leaves a container behind.
//
//	https://github.com/GoogleContainerTools/jib
//	https://learn.microsoft.com/azure/templates/microsoft.web/sites/config-web
func StartsJVM(f *source.File) bool {
	if SearchFor(f.Name) == Program && holds(f.Data, "java") && javaOnLine.Match(f.Data) {
		return true
	}
	name := strings.TrimSuffix(strings.ToLower(path.Base(f.Name)), ".j2")
	switch path.Ext(name) {
	case ".bat", ".cmd", ".ps1":
		return batchJava.Match(f.Data) || wordJava.Match(f.Data) || launches(f.Data, nil) || runsImage(f.Data, false)
	case ".json":
		return holds(f.Data, `"javaContainer"`, `"linuxFxVersion"`) && javaOfAzure.Match(f.Data) || bytes.Contains(f.Data, []byte(`"docker"`)) && slices.ContainsFunc(imageOfJSON.FindAllStringSubmatch(string(f.Data), -1), func(m []string) bool {
			return images.Table{}.RunsJVM(images.Parse(m[1]))
		})
	case ".conf", ".ini":
		return isSupervisor(string(f.Data)) || isUnitOfJVM(f.Data)
	case "":
		return isUnitOfJVM(f.Data) || name == "jenkinsfile" && (runsImage(f.Data, true) || agentOfJenkins.Match(f.Data)) || name == "vagrantfile" && namesImage(f.Data)
	case ".py":
		return bytes.Contains(f.Data, []byte("pulumi")) && namesImage(f.Data) || holds(f.Data, "java") && wordJava.Match(f.Data) || holds(f.Data, "spark", "SPARK") && sparkOfPython.Match(f.Data)
	case ".rb":
		return wordJava.Match(f.Data)
	case ".xml", ".gradle", ".kts", ".sbt":
		return holds(f.Data, "jib") && jib.Match(f.Data) || holds(f.Data, "HeapSize", "maxmemory", "<executable>") && forkedHeap.Match(f.Data)
	case ".nix":
		return nixJava.Match(f.Data) || launches(f.Data, quotedWord)
	case ".tf", ".hcl", ".nomad":
		return terraformJava.Match(f.Data) || launches(f.Data, quotedWord) || slices.ContainsFunc(imageLine.FindAllStringSubmatch(string(f.Data), -1), func(m []string) bool {
			return images.Table{}.RunsJVM(images.Parse(m[1]))
		}) || slices.ContainsFunc(chartLine.FindAllStringSubmatch(string(f.Data), -1), func(m []string) bool { return reading.IsFetchedChart(m[1]) })
	}
	return false
}

// holds reports whether a text has one of the words. It is much faster than a regular
// expression that needs one.
func holds(data []byte, words ...string) bool {
	return slices.ContainsFunc(words, func(word string) bool { return bytes.Contains(data, []byte(word)) })
}

// MayStartJVM reports whether a file may be a task definition of ECS in JSON, or a script of
// Windows that starts containers of images that are built here.
func MayStartJVM(f *source.File) bool {
	return path.Ext(f.Name) == ".json" && bytes.Contains(f.Data, []byte(`ontainerDefinitions"`)) || (isBatch(f.Name) || isPowerShell(f.Name)) && dockerRun.Match(f.Data)
}

// runsImage reports whether a command that is no comment starts a container of an image with a
// JVM; a detached one, if others end with what started them.
func runsImage(data []byte, detached bool) bool {
	for _, m := range dockerRun.FindAllIndex(data, -1) {
		line := data[bytes.LastIndexByte(data[:m[0]], '\n')+1 : m[1]]
		if remark.Match(line) || reading.IsComment(string(line)) || printed.Match(line) || detached && !detach.Match(line) {
			continue
		}
		for word := range strings.FieldsSeq(string(data[m[0]:m[1]])) {
			if strings.ContainsAny(word, ":/") && (images.Table{}).RunsJVM(images.Parse(strings.Trim(word, `"'`))) {
				return true
			}
		}
	}
	return false
}

// namesImage reports whether a text in quotes is an image with a JVM, and its tag.
func namesImage(data []byte) bool {
	return slices.ContainsFunc(quotedImage.FindAllStringSubmatch(string(data), -1), func(m []string) bool {
		return images.Table{}.RunsJVM(images.Parse(m[1]))
	})
}

// launches reports whether a line that is no comment starts a product by its launcher. What
// tells it to start stands behind it, or where else elsewhere finds words in the text.
func launches(data []byte, elsewhere *lazyregexp.Regexp) bool {
	var words []string
	if elsewhere != nil {
		for _, m := range elsewhere.FindAllStringSubmatch(string(data), -1) {
			words = append(words, m[1])
		}
	}
	for line := range bytes.Lines(data) {
		if remark.Match(line) || reading.IsComment(string(line)) || printed.Match(line) {
			continue
		}
		if elsewhere == nil && reading.MayLaunch(string(line)) {
			if command := strings.Fields(strings.TrimLeft(string(line), "& \t@")); len(command) > 1 && reading.IsLaunch(command[0], command[1:]) {
				return true
			}
		}
		if !bytes.Contains(line, []byte("bin")) {
			continue
		}
		for _, m := range inBin.FindAllStringSubmatch(string(line), -1) {
			if reading.IsLaunch(m[1]+"bin/"+m[2], append(words, m[3])) {
				return true
			}
		}
	}
	return false
}

var (
	printed     = lazyregexp.New(`(?i)^\s*@?echo\b`)
	batchJava   = lazyregexp.New(`(?im)^[ \t]*@?(?:start[ \t][^\n]*?|call[ \t]+|&[ \t]*|if[ \t][^\n]*?[ \t])?"?(?:[^\s"]*[\\/])?(?:javaw?(?:\.exe)?|%\w*JAVA\w*%)"?[ \t][^\n]*(?:-(?:jar|cp|classpath|D\w|X)|@\w)`)
	nixJava     = lazyregexp.New(`/bin/java["']?\s+["']?-(?:jar|cp|classpath|D\w|X)`)
	quotedWord  = lazyregexp.New(`"([a-z][\w:-]*)"`)
	quotedImage = lazyregexp.New(`["']([a-z0-9][\w./-]*/[\w.-]+:[\w.-]+)["']`)
	// dockerRun goes on in the next line behind a backslash, or as in scripts of Windows.
	dockerRun = lazyregexp.New("\\b(?:docker|podman) run (?:[^\\n]*[\\\\^`][ \\t]*\\r?\\n)*[^\\n]*")
	detach    = lazyregexp.New(`\s(?:-\w*d|--detach)\b`)
	inBin     = lazyregexp.New(`(\S*)\bbin[\\/](?:windows[\\/])?([\w-]+)(?:\.sh|\.bat|\.cmd)?["']?(?:[ \t]+["']?([\w:-]+))?`)
	// agentOfJenkins is the image of an agent in the Pod of a pipeline.
	agentOfJenkins = lazyregexp.New(`(?m)^[ \t-]*image:[ \t]*["']?(?:[\w.:-]+/)*jenkins/(?:inbound-|jnlp-|ssh-)?(?:agent|slave)`)
	imageLine      = lazyregexp.New(`(?m)^(?:[^#\n]*[{,"])?[ \t]*image"?[ \t]*[:=][ \t]*"([\w./:-]+)"`)
	imageOfJSON    = lazyregexp.New(`"image"\s*:\s*"([\w./:-]+)"`)                // of an app of Marathon
	chartLine      = lazyregexp.New(`(?m)^[ \t]*chart[ \t]*=[ \t]*"([\w./:-]+)"`) // of a helm_release
	wordJava       = lazyregexp.New(`(?m)^[^#\n]*["']java(?:\.exe)?["'][\s,]*(?:-ArgumentList\s+)?["']-(?:jar|cp|classpath|D[a-z][\w.]*=|X)`)
	// sparkOfPython is a JVM that a program of Python starts, or has started, by PySpark: its heap or its
	// options, spark-submit as a word of a list or a command, and what Airflow starts it by.
	sparkOfPython = lazyregexp.New(`(?m)^[^#\n]*(?:["']spark\.(?:driver|executor)\.(?:memory|extraJavaOptions)["'][ \t]*[,:=]|["']PYSPARK_SUBMIT_ARGS["']\][ \t]*=|= *SparkSubmitOperator\()|` +
		`^[ \t]*(?:\w+[ \t]*=[ \t]*|\w[\w.]*\.(?:run|call|Popen|system|check_call|check_output)\()?[\[(]?[ \t]*[fr]?["'](?:\S*/)?spark-submit(?:["'][ \t]*,|[ \t]+-)`)
	// javaOnLine is a command in a text that a program has a shell run: user_data of Terraform.
	javaOnLine = lazyregexp.New(`(?m)^[ \t]*(?:(?:sudo|nohup|exec|sh|"|'|[\w.]+[ \t(]+["']+)[ \t]*)*(?:\S*/)?java[ \t]+(?:-\S+[ \t]+)*(?:-jar[ \t]+\S|-(?:cp|classpath)[ \t]+\S+[ \t]+[\w.]+)`)
	jib        = lazyregexp.New(`<artifactId>\s*jib-maven-plugin\s*</artifactId>|com\.google\.cloud\.tools\.jib\b`)
	// forkedHeap is the size of a heap by itself, and the JVM of a service of WinSW.
	forkedHeap = lazyregexp.New(`\b(?:maxHeapSize|minHeapSize)\b[ \t=(]*["']\d|<(?:java|junit)\b[^>]*\smaxmemory=|<executable>[^<]*\bjavaw?(?:\.exe)?"?\s*</executable>`)
	// javaOfAzure is the JVM of an App Service; terraformJava that, or the runtime of a function.
	javaOfAzure   = lazyregexp.New(`"javaContainer"|"linuxFxVersion"\s*:\s*"(?i:java|tomcat|jbosseap)\|`)
	terraformJava = lazyregexp.New(`(?m)^[ \t]*(?:java_server[ \t]*=|runtime[ \t]*=[ \t]*"java-?\d|linux_fx_version[ \t]*=[ \t]*"(?i:java|tomcat|jbosseap)\|)`)
	plainOption   = lazyregexp.New(`(?:^|[^\w-])-X(?:m[xsn]\d+[kKmMgG]|X:[+-]?[A-Z][A-Za-z])`)
	// heapProperty gives an option, or the size of a heap, to a product.
	heapProperty = lazyregexp.New(`(?m)^[ \t]*(?:wrapper\.java\.(?:additional|maxmemory|initmemory)|(?:dbms|server)\.(?:memory\.heap|jvm\.additional)|spark\.(?:driver|executor|yarn\.am)\.memory)\b`)
	remark       = lazyregexp.New(`(?i)^\s*(?://|/?\*|;|--|<!--|::|@?rem\b)`)
)
