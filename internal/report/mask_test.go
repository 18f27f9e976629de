package report

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func TestMaskSecrets(t *testing.T) {
	for in, want := range map[string]string{
		"-Djavax.net.ssl.keyStorePassword=hunter2 -Xmx1g": "-Djavax.net.ssl.keyStorePassword=******* -Xmx1g",
		"-Dpassword=żółw":                                 "-Dpassword=****",
		"-Dpassword=a,b -ea":                              "-Dpassword=*** -ea",
		"-Dpassword=\"a b\" -ea":                          "-Dpassword=\"***\" -ea",
		"-Dpassword='a \"b' -ea":                          "-Dpassword='****' -ea",
		"-Dpassword=\"a b":                                "-Dpassword=\"***",
		"password: hunter2 # mine":                        "password: ******* # mine",
		"{\"token\": \"x y\", \"size\": 5}":               "{\"token\": \"***\", \"size\": 5}",
		"  apiKey: 'abc'":                                 "  apiKey: '***'",
		"-Dhazelcast.licenseKey=ABC#10":                   "-Dhazelcast.licenseKey=******",
		"-Dhazelcast.enterprise.license.key=A":            "-Dhazelcast.enterprise.license.key=*",
		"AWS_SECRET_ACCESS_KEY=abc DB_PWD=d":              "AWS_SECRET_ACCESS_KEY=*** DB_PWD=*",
		"credentials=a secret=b":                          "credentials=* secret=*",
		"-Dpassword=":                                     "-Dpassword=",

		// What is no secret stays readable.
		"-Xmx9g -XX:+UseG1GC -Dhazelcast.jmx=true": "-Xmx9g -XX:+UseG1GC -Dhazelcast.jmx=true",
		"-Dhazelcast.mc.password.enabled=true":     "-Dhazelcast.mc.password.enabled=true",
		"-Dpassword=$(PASSWORD) token: ${TOKEN}":   "-Dpassword=$(PASSWORD) token: ${TOKEN}",
		"the password is not shown":                "the password is not shown",
		"tokens are counted: 5":                    "tokens are counted: 5",
		"keyboard: x, monkey=y":                    "keyboard: x, monkey=y",
	} {
		got := maskSecrets(in)
		assert.Equal(t, want, got, in)
		assert.Equal(t, utf8.RuneCountInString(in), utf8.RuneCountInString(got), "%q keeps its width", in)
	}
}

// FuzzMarksOfSecrets: what is looked for first is in all that holds a secret.
func FuzzMarksOfSecrets(f *testing.F) {
	for _, s := range []string{
		"passwort=x", "PassWd: x", "my-pass=x", "passphrase=x", "PWD=x", "Secret=x", "TOKEN=x", "credentials: x", "licence=x", "license: x",
		"access_key=x", "private-key=x", "apikey=x", "jdbc://user:secret@host", "-Xmx1g",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if anySecret.MatchString(s) || assignedSecret.MatchString(s) {
			assert.True(t, mayHoldSecret(s), "%q", s)
		}
	})
}
