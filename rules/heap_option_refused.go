package rules

import (
	"github.com/jvmlint/jvmlint/internal/lint"
	"github.com/jvmlint/jvmlint/internal/source"
)

var heapOptionRefused = lint.Rule{
	ID: "heap-option-refused", Severity: lint.Error, Confidence: lint.Certain, Since: "0.1.0",
	Groups: []lint.Group{lint.GroupStart},
	Title:  "the program refuses the size of a heap among its options",
	What: `Spark sizes the heaps of its JVMs by settings of its own, and refuses -Xmx in
spark.executor.extraJavaOptions, spark.driver.extraJavaOptions and their defaults, and in the
variables of its daemons, such as SPARK_WORKER_OPTS. The rule reports it in each file that sets one.`,
	Why:        `The job or the daemon ends with an exception before it starts a JVM with the option.`,
	FixSafety:  `No automatic fix: the size moves to another setting, which may have one.`,
	Exceptions: `No known case.`,
	Evidence:   `The checks stand in the source of Spark 1.0 to 3.5.`,
	Examples: []lint.Example{{
		Name: "spark-defaults.conf", Args: "--jdk 17",
		Bad:  "spark.executor.extraJavaOptions -Xmx12g -XX:+UseG1GC\n",
		Good: "spark.executor.memory 12g\nspark.executor.extraJavaOptions -XX:+UseG1GC\n",
	}},
	References: []string{"https://spark.apache.org/docs/latest/configuration.html#runtime-environment"},
	Check: func(p *lint.Pass) {
		for _, r := range p.Workload.Refused {
			p.Report([]source.Text{r.Option}, "the program refuses %s in %s, and does not start", r.Option, r.In).
				Suggest(lint.Manual, "give the size to "+r.Setting)
		}
	},
}
