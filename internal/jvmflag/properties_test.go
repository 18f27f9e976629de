package jvmflag

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Taken from the JVMs of JDK 8u252, 11.0.13, 17.0.9, 21.0.8 and 25.0.2.
func TestPropertiesOfModulesAreIgnored(t *testing.T) {
	for option, ignoredSince := range map[string]int{
		"-Djdk.module.path=/x": 11, "-Djdk.module.path.x=1": 11, "-Djdk.module.addopens.0=java.base/java.lang=ALL-UNNAMED": 11,
		"-Djdk.module.enable.native.access=ALL-UNNAMED": 17, "-Djdk.module.illegal.native.access=allow": 25,
		"-Djdk.module.pathx=1": 99, "-Djdk.module.main=java.base": 99, "-Djdk.module.validation=true": 99,
	} {
		for _, jdk := range Tables {
			r := Resolve(jdk, []Option{{Text: text(option), Channel: CommandLine}})
			assert.Equal(t, jdk >= ignoredSince, len(r.Messages) == 1 && len(r.Properties) == 0, "%s on %d", option, jdk)
		}
	}
}

// Taken from the JVMs of JDK 8u252, 11.0.13, 17.0.9, 21.0.8 and 25.0.2.
func TestEncodingThatIsNone(t *testing.T) {
	for value, refused := range map[string]bool{
		"": true, "UTF 8": true, "utf8;": true, "\"UTF-8\"": true, "-x": true, "_x": true, ".x": true, "a/b": true,
		"UTF-8": false, "none": false, "x-y.z:w+v_u": false, "8": false, "${ENCODING}": false,
	} {
		for _, jdk := range Tables {
			_, refusal := Resolve(jdk, []Option{{Text: text("-Dfile.encoding=" + value), Channel: CommandLine}}).Boot()
			assert.Equal(t, refused && jdk < 18, refusal != nil, "%q on %d", value, jdk)
		}
	}
}
