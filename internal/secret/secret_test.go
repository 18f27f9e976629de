package secret

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

func hide(text string) string {
	spans, _ := Find(text)
	return Mask(text, spans)
}

func TestFind(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an option", "-Djavax.net.ssl.keyStorePassword=hunter2 -Xmx1g", "-Djavax.net.ssl.keyStorePassword=******* -Xmx1g"},
		{"a login of curl", `-XX:OnOutOfMemoryError='curl -s -u admin:hunter2 http://h'`, `-XX:OnOutOfMemoryError='curl -s -u admin:******* http://h'`},
		{"letters together", `curl "https://x?a=1&b=2" -sSu bob:pw1 -fuadmin:pw2`, `curl "https://x?a=1&b=2" -sSu bob:*** -fuadmin:pw2`},
		{"a login that a variable gives", "curl --user admin:$PW http://h; docker run -u 1000:1000 a", "curl --user admin:$PW http://h; docker run -u 1000:1000 a"},
		{"as many asterisks as characters", "-Dpassword=żółw", "-Dpassword=****"},
		{"a comma in it", "-Dpassword=a,b -ea", "-Dpassword=*** -ea"},
		{"quoted in a word", `-Dpassword="a b" -ea`, `-Dpassword="***" -ea`},
		{"another quote in quotes", `-Dpassword='a "b' -ea`, `-Dpassword='****' -ea`},
		{"a quote that stays open", `-Dpassword="a b`, `-Dpassword="***`},
		{"a value of YAML", "password: hunter2 # mine", "password: ******* # mine"},
		{"a value of several words", "password: correct horse # mine", "password: ************* # mine"},
		{"JSON", `{"token": "x y", "size": 5}`, `{"token": "***", "size": 5}`},
		{"JSON without blanks", `{"token":"x y","size":5}`, `{"token":"***","size":5}`},
		{"a number in JSON", `{"password":12345,"size":5}`, `{"password":*****,"size":5}`},
		{"quoted YAML", "  apiKey: 'abc'", "  apiKey: '***'"},
		{"a quote doubled", "  apiKey: 'ab''c d'", "  apiKey: '*******'"},
		{"a license", "-Dhazelcast.licenseKey=ABC#10", "-Dhazelcast.licenseKey=******"},
		{"one character", "-Dhazelcast.enterprise.license.key=A", "-Dhazelcast.enterprise.license.key=*"},
		{"variables", "AWS_SECRET_ACCESS_KEY=abc DB_PWD=d", "AWS_SECRET_ACCESS_KEY=*** DB_PWD=*"},
		{"two on a line", "x credentials=a secret=b", "x credentials=* secret=*"},
		{"nothing", "-Dpassword= -Xmx1g", "-Dpassword= -Xmx1g"},
		{"joined names", "-Dssl.keypass=abc -Dssl.storepass=de -DdbPass=f -Dmy.pass=g", "-Dssl.keypass=*** -Dssl.storepass=** -DdbPass=* -Dmy.pass=*"},

		{"escaped quotes", `o: "-Dx.trustStorePassword=\"X Y\" -ea"`, `o: "-Dx.trustStorePassword=\"***\" -ea"`},
		{"quotes escaped twice", `o: "-Dj=\"a username=\\\"u\\\" password=\\\"p q\\\";\" -ea"`, `o: "-Dj=\"a username=\\\"u\\\" password=\\\"***\\\";\" -ea"`},
		{"JAAS", `a.b.C required username="u" password="p";`, `a.b.C required username="u" password="*";`},
		{"JAAS in quotes", `"a.b.C required username=\"u\" password=\"p\";"`, `"a.b.C required username=\"u\" password=\"*\";"`},
		{"an escaped blank", `java -Dpassword=a\ b -ea`, `java -Dpassword=**** -ea`},
		{"a quoted word", `java "-Dpassword=a b" -ea`, `java "-Dpassword=***" -ea`},
		{"the first of quoted options", `o: "-Dpassword=a -Xmx1g"`, `o: "-Dpassword=* -Xmx1g"`},
		{"quotes within a word", `java -Dpassword=ab"c d"e -ea`, `java -Dpassword=******** -ea`},
		{"doubled quotes", `"java -Dpassword=""a b"" -ea"`, `"java -Dpassword=""***"" -ea"`},
		{"an array of JSON", `["java", "-Dpassword=a b", "-ea"]`, `["java", "-Dpassword=***", "-ea"]`},
		{"a flow list", "[java, -Dpassword=a b, -ea]", "[java, -Dpassword=***, -ea]"},
		{"an item", "- -Dpassword=a b\n- -ea", "- -Dpassword=***\n- -ea"},
		{"a dollar in front", "-Dpassword=$ecret! -ea", "-Dpassword=******* -ea"},
		{"what stands in for a secret variable", "-Da=${DB_PASSWORD:-hunter2} ${TOKEN_FILE:-/run/token} ${API_KEY:-$OTHER}", "-Da=${DB_PASSWORD:-*******} ${TOKEN_FILE:-/run/token} ${API_KEY:-$OTHER}"},
		{"what stands in for a reference", "-Dpassword=${PW:-hunter2} -ea", "-Dpassword=${PW:-*******} -ea"},
		{"another of a shell", "-Dpassword=${PW-hunter2} -ea", "-Dpassword=${PW-*******} -ea"},
		{"a default", `password: {{ .Values.pw | default "hunter2" }}`, `password: {{ .Values.pw | default "*******" }}`},
		{"beside a reference", "password: {{ .Values.pw }}x", "password: {{ .Values.pw }}*"},

		{"a colon before the quote closes", "args:\n  - \"-out\"\n  - \"pass:\"\nmounts:\n  - name: \"x\"", "args:\n  - \"-out\"\n  - \"pass:\"\nmounts:\n  - name: \"x\""},
		{"a header", `-H "X-Api-Token: a b" http://c`, `-H "X-Api-Token: ***" http://c`},
		{"a header in a script", `- "curl -H \"X-Api-Token: a b\" http://c"`, `- "curl -H \"X-Api-Token: ***\" http://c"`},
		{"quotes over lines", "token: \"a\n  b\"\nc: d", "token: \"*\n  *\"\nc: d"},
		{"quotes that would reach out of the mapping", "  a:\n    token: \"x\n  b: c\n", "  a:\n    token: \"*\n  b: c\n"},
		{"the end of a name", "secretName: {{ .Release.Name }}-token\n- serviceAccountToken:\n    path: token", "secretName: {{ .Release.Name }}-token\n- serviceAccountToken:\n    path: token"},
		{"an option at the end of its list", "- args:\n  - --token\n- name: x", "- args:\n  - --token\n- name: x"},
		{"an option before a mapping", "- --token\n- name: x", "- --token\n- name: x"},
		{"a comment above a value", "password:\n  # of mine\n  value: x", "password:\n  # *******\n  value: *"},
		{"a comment in a Secret", "kind: Secret\ndata:\n  # of mine\n  a: b", "kind: Secret\ndata:\n  # *******\n  a: *"},

		{"a place for a secret", "key: |\n  <MY_PRIVATE_KEY_HERE>\n# all of it\nname: x # <b>", "key: |\n  <MY_PRIVATE_KEY_HERE>\n# all of it\nname: x # <b>"},
		{"who speaks of a private key", "## starts with\n## -----BEGIN RSA PRIVATE KEY-----\n##\n## and a name: x\nsecrets: []\n# -----BEGIN PRIVATE KEY----- # or this\n", "## starts with\n## -----BEGIN RSA PRIVATE KEY-----\n##\n## and a name: x\nsecrets: []\n# -----BEGIN PRIVATE KEY----- # or this\n"},
		{"a private key that does not end", "a: |\n  -----BEGIN PRIVATE KEY-----\n  MIIE/+=\nb: c", "a: |\n  -----BEGIN PRIVATE KEY-----\n  *******\nb: c"},
		{"a private key with a header", "-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\nMIIE\n-----END RSA PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----\n**********************\n\n****\n-----END RSA PRIVATE KEY-----"},
		{"two words", "java -jar a.jar --password hunter2 -v", "java -jar a.jar --password ******* -v"},
		{"two items of JSON", `["--password","a b","-v"]`, `["--password","***","-v"]`},
		{"two items of a flow list", "[a.jar, --password, a b]", "[a.jar, --password, ***]"},
		{"two items", "- --password\n- a b\n- -v", "- --password\n- ***\n- -v"},
		{"two lines", "keytool -storepass \\\n  hunter2 -v", "keytool -storepass \\\n  ******* -v"},
		{"an option without a value", "x --token --verbose", "x --token --verbose"},
		{"ENV of a Dockerfile", "ENV DB_PASSWORD a b", "ENV DB_PASSWORD ***"},
		{"several in ENV", "ENV DB_PASSWORD=a JAVA_OPTS=-Xmx1g", "ENV DB_PASSWORD=* JAVA_OPTS=-Xmx1g"},
		{"properties", "a.password=a b\na.c=d", "a.password=***\na.c=d"},
		{"properties with blanks", "a.password = a b", "a.password = ***"},
		{"properties with a colon", "a.password:ab", "a.password:**"},
		{"properties in two lines", "a.password=ab\\\n  cd\nb=c", "a.password=***\n  **\nb=c"},
		{"a variable before a command", "DB_PASSWORD=a java -Xmx1g", "DB_PASSWORD=* java -Xmx1g"},
		{"systemd", `Environment="DB_PASSWORD=a b" "C=d e"`, `Environment="DB_PASSWORD=***" "C=d e"`},

		{"a pair", "- name: DB_PASSWORD\n  value: a b\n- name: C\n  value: d", "- name: DB_PASSWORD\n  value: ***\n- name: C\n  value: d"},
		{"a pair in the other order", "- value: 'a b'\n  # why\n  name: DB_PASSWORD\n- value: c", "- value: '***'\n  # why\n  name: DB_PASSWORD\n- value: c"},
		{"a pair in braces", "[{name: DB_PASSWORD, value: a b}, {name: c, value: d}]", "[{name: DB_PASSWORD, value: ***}, {name: c, value: d}]"},
		{"a pair in braces, turned", `[{"value":"a b","name":"DB_PASSWORD"},{"name":"c","value":"d"}]`, `[{"value":"***","name":"DB_PASSWORD"},{"name":"c","value":"d"}]`},
		{"a pair over lines", "{\n  \"name\": \"DB_PASSWORD\",\n  \"value\": \"a\"\n}", "{\n  \"name\": \"DB_PASSWORD\",\n  \"value\": \"*\"\n}"},
		{"a pair with a block", "- name: PASSPHRASE\n  value: |\n    a b\n    c\n- d", "- name: PASSPHRASE\n  value: |\n    ***\n    *\n- d"},
		{"a pair of XML", `<property name="a.password">b c</property> <p name="d">e</p>`, `<property name="a.password">***</property> <p name="d">e</p>`},
		{"attributes of XML", `<property value="b c" name="a.password"/><p value="c"/>`, `<property value="***" name="a.password"/><p value="c"/>`},
		{"an element", "<license-key>ABC</license-key>", "<license-key>***</license-key>"},
		{"an element with attributes", `<token encoding="none">a b</token>`, `<token encoding="none">***</token>`},
		{"an attribute", `<user name="a" password="b c"/>`, `<user name="a" password="***"/>`},

		{"a block", "password: |-\n  a\n  b\nc: d", "password: |-\n  *\n  *\nc: d"},
		{"the next line", "password:\n  a b\nc: d", "password:\n  ***\nc: d"},
		{"a list of them", "password:\n- a\n- b\nc: d", "password:\n- *\n- *\nc: d"},
		{"a list in brackets", "password: [a, b]\nc: d", "password: [****]\nc: d"},
		{"a mapping with a value", "token:\n  encoding: none\n  value: a b\nc: d", "token:\n  encoding: none\n  value: ***\nc: d"},
		{"a mapping in braces", "token: {encoding: none, value: a b}", "token: {encoding: none, value: ***}"},
		{"a Secret", "kind: Secret\nmetadata: {name: a}\ndata:\n  user: YWR=\n  file: |\n    a b: c\ntype: Opaque", "kind: Secret\nmetadata: {name: a}\ndata:\n  user: ****\n  file: |\n    ******\ntype: Opaque"},
		{"a Secret of JSON", `{"kind":"Secret","data":{"user":"YWR="},"type":"Opaque"}`, `{"kind":"Secret","data":{"user":"****"},"type":"Opaque"}`},

		{"a URL", "jdbc:x://user:pw@host/db", "jdbc:x://user:**@host/db"},
		{"a URL with an at sign", "amqp://user:p@ss@host:5672/db", "amqp://user:****@host:5672/db"},
		{"a URL with a slash", "amqp://user:p/w@host", "amqp://user:***@host"},
		{"a URL of an address as user", "amqp://me@corp:p/w@host", "amqp://me@corp:***@host"},
		{"a URL without user", "redis://:pw@host", "redis://:**@host"},
		{"a token as user", "https://abcdef@host/x", "https://******@host/x"},
		{"a query", "jdbc:x://host/db?user=u&password=p", "jdbc:x://host/db?user=u&password=*"},
		{"Oracle", "jdbc:oracle:thin:scott/tiger@//host:1521/x", "jdbc:oracle:thin:scott/*****@//host:1521/x"},
		{"AWS", "x AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "x ******************** ****************************************"},
		{"JWT", "x eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0.dBjftJeZ4CVP y", "x ************************************************** y"},
		{"GitHub", "x ghp_abcdefghijklmnopqrstuvwxyz0123456789", "x ****************************************"},
		{"PEM", "k: |\n  -----BEGIN RSA PRIVATE KEY-----\n  MIIE\n  abc=\n  -----END RSA PRIVATE KEY-----\nc: d", "k: |\n  -----BEGIN RSA PRIVATE KEY-----\n  ****\n  ****\n  -----END RSA PRIVATE KEY-----\nc: d"},
		{"PEM in a line", `"-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"`, `"-----BEGIN PRIVATE KEY-----********-----END PRIVATE KEY-----"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := hide(c.in)
			assert.Equal(t, c.want, got)
			assert.Equal(t, utf8.RuneCountInString(c.in), utf8.RuneCountInString(got), "it keeps its width")
			assert.Equal(t, got, hide(got), "what is masked stays as it is")
		})
	}
}

// What is no secret stays readable.
func TestNoSecret(t *testing.T) {
	for _, text := range []string{
		"-Xmx9g -XX:+UseG1GC -Dhazelcast.jmx=true",
		"-Dhazelcast.mc.password.enabled=true",
		"-Dpassword=$(PASSWORD) -Dx=y",
		"-Dpassword=$PW com.example.Main",
		"token: ${TOKEN}",
		"DB_PASSWORD: ${DB_PASSWORD:-}\nDB_TOKEN: \"${OTHER-}\"",
		"- DB_PASSWORD=${DB_PASSWORD:?}",
		"password: {{ .Values.db.password }}",
		`password: "${file:/etc/x/password}"`,
		`password: {{ .Values.db.password | quote }}`,
		`password: "{{ include "app.password" . }}"`,
		"- -Dpassword=$PASSWORD\n- -Xmx1g",
		"the password is not shown",
		"tokens are counted: 5",
		"keyboard: x, monkey=y",
		"serviceAccountToken: {path: token}",
		"automountServiceAccountToken: false",
		"path: token",
		"/var/run/secrets/kubernetes.io/serviceaccount/token",
		"secretName: tls",
		"existingSecret: mine",
		"existingSecretPasswordKey: password-key",
		"passwordFile=/etc/x",
		"-Dcom.sun.management.jmxremote.password.file=/etc/x",
		"-DtokenExpirySeconds=60 -Dtoken.ttl=5",
		"publicKey: abc",
		"max-tokens: 5",
		"maxToken=5",
		"imagePullSecrets: [registry]",
		"imagePullSecret: registry",
		"bypass: true\ncompass: north\npassive: yes-it-is\nbyPass=1\npassThrough: all",
		"- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef: {name: db, key: password}",
		"- name: DB_PASSWORD\n  valueFrom:\n    secretKeyRef:\n      name: db-secret\n      key: password\n- name: B\n  value: c",
		"image: quay.io/acme/token:1.2",
		"- secrets:/run/secrets",
		"secrets: [db]",
		"ENV JAVA_OPTS -Xmx1g",
		"keytool --password-file x --token-file y",
		"docker login --password-stdin registry.example",
		"http://host:8080/react@18.2/x",
		"https://host/a:b@c",
		"ssh://git@github.com/x",
		"registry:5000/x@sha256:abc",
		"-XX:+PrintCompilation -XX:LoopMaxUnroll=16",
		"commit 356a192b7913b04c54574d18c28d46e6395428ab",
		"volumes:\n- secret:\n    secretName: x\n    items: []",
		"kind: Secret\nmetadata: {name: a}",
		"password: ''",
		"PASSWORD=\nB=c",
		"password: null",
		"password: <password>",
		"SPDX-License-Identifier: Apache-2.0",
		"ACCEPT_LICENSE=accept",
	} {
		assert.Equal(t, text, hide(text))
	}
}

// In a message a colon does not assign, and words do not hang together.
func TestInWords(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"an option", "-Dpassword=hunter2 is overridden", "-Dpassword=******* is overridden"},
		{"a quoted option", `the option "-Dpassword=a b" is overridden`, `the option "-Dpassword=***" is overridden`},
		{"a reason behind a colon", "the password: it is too short", "the password: it is too short"},
		{"an option that is named", "--password is no option", "--password is no option"},
		{"a place", "token:3:4: a", "token:3:4: a"},
		{"a URL", "of jdbc:x://u:pw@host", "of jdbc:x://u:**@host"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Mask(c.in, InWords(c.in)))
		})
	}
}

// Values are known where no name stands beside them.
func TestValues(t *testing.T) {
	_, values := Find("a.password=hun-ter2\nb.password=\"a long\\\"one\"\nc.password=kafka\nd.password=1234\ne.password=abc1\ng.password=ab1\nf.password=12345678\nkind: Secret\nstringData:\n  a: data5678\n  b: -Xmx1g -Dfoo=bar567\n")
	for _, c := range []struct{ name, in, want string }{
		{"a word", "bad hun-ter2.", "bad ********."},
		{"in an address", "x://u:hun-ter2@h", "x://u:********@h"},
		{"behind an escape", `a\nhun-ter2\n`, `a\n********\n`},
		{"a part of a word", "hun-ter23 shun-ter2 hun", "hun-ter23 shun-ter2 hun"},
		{"read as it is meant", `a long"one`, `**********`},
		{"one of its words", `long"one`, `********`},
		{"a word that names other things", "the topic of kafka", "the topic of kafka"},
		{"short ones", "1234 ab1 abc1", "1234 ab1 ****"},
		{"a long number", "12345678", "********"},
		{"data of a Secret", "data5678", "data5678"},
		{"a property of a Secret", "-Xmx1g -Dfoo=bar567 bar567", "-Xmx1g ************ bar567"},
		{"in other letters", "HUN-TER2", "********"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, Mask(c.in, values.In(c.in)))
		})
	}
	assert.Empty(t, Values(nil).In("x"))
}

// FuzzFind: spans lie in the text, in order, apart and within lines; names and
// marks agree; and what is masked holds no further secret.
func FuzzFind(f *testing.F) {
	for _, s := range []string{
		"a: {name: DB_PASSWORD, value: x}", `-Dpassword=\"a b\"`, "- --token\n- x", "kind: Secret\ndata: {a: b}", "password: |\n  a\n\n  b", "x://a:b@c",
		`<p name="pwd">x</p>`, "password=${A:-b} {{", `password=""a""`, "pass=\\\n", "-----BEGIN PRIVATE KEY-----a-----END PRIVATE KEY-----", "żółw.password=ż\r\n", "pass:|\n\r", "pass: \"a\n\r",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		spans, values := Find(text)
		for _, all := range [][]Span{spans, InWords(text), values.In(text)} {
			at := 0
			for _, s := range all {
				assert.True(t, at <= s.Start && s.Start < s.End && s.End <= len(text), "%v in %q", all, text)
				assert.NotContains(t, text[s.Start:s.End], "\n", "%q", text)
				at = s.End + 1
			}
		}
		assert.Equal(t, utf8.RuneCountInString(text), utf8.RuneCountInString(Mask(text, spans)))
		assert.True(t, mayPromise(text) || !promises(text), "%q", text)
	})
}
