package template_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/jvmlint/jvmlint/internal/input/template"
	"github.com/jvmlint/jvmlint/internal/source"
)

func TestInner(t *testing.T) {
	for name, want := range map[string]string{
		"jvm.options.j2": "jvm.options", "a/b.sh.erb": "a/b.sh", "Dockerfile.tmpl": "Dockerfile", "a.yaml.tpl": "a.yaml",
		"jvm.options": "", "a.sh": "", ".j2": "", "a/.j2": "",
	} {
		assert.Equal(t, want, template.Inner(name), name)
	}
}

// What comes out of a template, with * for what nobody knows.
func TestStates(t *testing.T) {
	for _, c := range []struct {
		about, name, text string
		want              []string
		leftOut           int
	}{
		{about: "nothing", name: "a.j2", text: "-Xmx1g\n", want: []string{"-Xmx1g\n"}},
		{about: "values", name: "a.j2", text: "-Xmx{{ heap }} {{- more -}}\n", want: []string{"-Xmx* *\n"}},
		{about: "quotes in an action", name: "a.j2", text: `a {{ b("}}") }} c {{ don't }} d`, want: []string{"a * c * d"}},
		{about: "what puts nothing in", name: "a.j2", text: "{# a #}\n{% set a = 1 %}\n  {%- import 'b' as b %}\nc {% set d = 1 %}\n", want: []string{"c \n"}},
		{about: "another file", name: "a.j2", text: "{% include 'b' %}\n", want: []string{"*\n"}},
		{about: "a loop", name: "a.j2", text: "{% for o in java_opts %}\n-D{{ o }}\n{% endfor %}\n", want: []string{"-D*\n"}},
		{about: "a macro", name: "a.j2", text: "{% macro a() %}\n-Xmx1g\n{% endmacro %}\nb\n", want: []string{"b\n"}},
		{about: "branches of other things", name: "a.j2", text: "{% if a %}\nb\n{% endif %}\n-Xmx1g\n", want: []string{"*\n-Xmx1g\n"}},
		{about: "branches with options", name: "a.j2", text: "-ea\n{% if a %}\n-Xmx1g\n{% elif b %}\n-Xmx2g\n{% else %}\n-Xmx3g\n{% endif %}\n",
			want: []string{"-ea\n-Xmx1g\n", "-ea\n-Xmx2g\n", "-ea\n-Xmx3g\n"}},
		{about: "one condition twice", name: "a.j2", text: "{% if a %}\n-Xmx1g\n{% endif %}\nb\n{% if a %}\n-Xms1g\n{% endif %}\n{% if c %}\n-ea\n{% endif %}\n",
			want: []string{"-Xmx1g\nb\n-Xms1g\n*\n", "*\nb\n*\n-ea\n"}},
		{about: "branches within branches", name: "a.j2", text: "{% if a %}\n-Xmx1g\n{% if b %}\n-ea\n{% endif %}\n{% endif %}\n", want: []string{"-Xmx1g\n*\n", "-Xmx1g\n-ea\n"}},
		{about: "branches within a line", name: "a.j2", text: "-Xmx1g {% if a %}-ea{% else %}-esa{% endif %} b\n", want: []string{"-Xmx1g * b\n"}},
		{about: "branches for JDKs", name: "a.j2", text: "-Xmx1g\n{% if java_version < 9 %}\n-Xloggc:a\n{% endif %}\n", want: []string{"-Xmx1g\n*\n"}, leftOut: 1},
		{about: "the other branch of one for JDKs", name: "a.j2", text: "{% if jdk8 %}\nb\n{% else %}\n-Xlog:gc\n{% endif %}\n", want: []string{"*\n"}, leftOut: 1},
		{about: "a line that goes on", name: "a.j2", text: "java -Xmx1g \\\n{% if a %}\n  b \\\n{% endif %}\n  -jar a\n", want: []string{"java -Xmx1g \\\n  -jar a\n"}},
		{about: "branches that nothing closes", name: "a.j2", text: "{% if a %}\n-Xmx1g\n", want: []string{"-Xmx1g\n"}},
		{about: "what nothing opens", name: "a.j2", text: "-Xmx1g\n{% endif %}\n-Xms{{ a }}\n", want: []string{"-Xmx1g\n-Xms*\n"}},
		{about: "an array of a shell", name: "a.sh.j2", text: "${#a[@]} #}\n", want: []string{"${#a[@]} #}\n"}},

		{about: "Ruby", name: "a.erb", text: "<% if @a -%>\n-Xmx1g\n<%- elsif @b -%>\n-Xmx2g\n<% end -%>\n<% @c.each do |k, v| -%>\n-D<%= k %>=<%= v %>\n<% end %>\n<%# d %>\n<% x = 1 if y %>\n",
			want: []string{"-Xmx1g\n-D*=*\n", "-Xmx2g\n-D*=*\n"}},
		{about: "Puppet", name: "a.epp", text: "<%- | $a | -%>\n<% if $a { -%>\n-Xmx1g\n<% } else { -%>\n-Xmx2g\n<% } -%>\n<% $b.each |$c| { -%>\n-D<%= $c %>\n<% } -%>\n", want: []string{"-Xmx1g\n-D*\n", "-Xmx2g\n-D*\n"}},
		{about: "Go", name: "a.ctmpl", text: "{{- /* a */}}\n{{ $b := 1 }}\n{{ with secret \"c\" }}\n-Da={{ .Data }}\n{{ else }}\n-ea\n{{ end }}\n{{ range .d }}\n-D{{ . }}\n{{ end }}\n", want: []string{"-Da=*\n-D*\n", "-ea\n-D*\n"}},
		{about: "Mustache", name: "a.mustache", text: "{{! a }}\n{{#b}}\n-Xmx{{{c}}}\n{{/b}}\n{{^b}}\n-Xmx1g\n{{/b}}\n", want: []string{"-Xmx*\n*\n", "*\n-Xmx1g\n"}},
		{about: "FreeMarker", name: "a.ftl", text: "<#-- a -->\n<#if b>\n-Xmx1g\n<#else>\n-Xmx2g\n</#if>\n<#list c as d>\n-D${d}\n</#list>\n", want: []string{"-Xmx1g\n-D${d}\n", "-Xmx2g\n-D${d}\n"}},
		{about: "Terraform", name: "a.tpl", text: "%{ if a ~}\n-Xmx1g\n%{ endif ~}\n-Da=${b}\n", want: []string{"-Xmx1g\n-Da=${b}\n"}},
		{about: "Autoconf", name: "a.in", text: "-Xmx@HEAP@ a@b.c\n", want: []string{"-Xmx* a@b.c\n"}},
		{about: "YAML", name: "a.yaml.j2", text: "a: {{ b }}\n{{ c }}\n{% if d %}\ne: 1\n{% endif %}\n- {{ f }}\n", want: []string{"a: *\n\n- *\n"}},
	} {
		t.Run(c.about, func(t *testing.T) {
			file := source.NewFile(c.name, []byte(c.text))
			states, leftOut := template.Parse(c.name, source.Verbatim(file.Span(0, len(c.text)))).States(c.about == "YAML", nil)
			var got []string
			for _, s := range states {
				got = append(got, strings.ReplaceAll(s.String(), source.Gap, "*"))
			}
			assert.Equal(t, c.want, got)
			assert.Len(t, leftOut, c.leftOut)
		})
	}
}

// Variables that are known stand in place of their actions, where they were set.
func TestVariables(t *testing.T) {
	set := source.NewFile("main.yml", []byte("{{ gigabytes }}g 2 {{ itself }} {{ a }}{% if b %}c{% endif %}"))
	values := map[string]source.Text{
		"heap": source.Verbatim(set.Span(0, 16)), "gigabytes": source.Verbatim(set.Span(17, 18)), "itself": source.Verbatim(set.Span(19, 31)),
		"branched": source.Verbatim(set.Span(32, len(set.Data))), "unset": {},
	}
	known := func(name string) (source.Text, bool) { v, known := values[name]; return v, known }
	for text, want := range map[string]string{
		"-Xmx{{ heap }}": "-Xmx2g", "{{gigabytes}}{{- gigabytes -}}": "22", "{{ other }}": "*", "{{ itself }}": "*", "{{ branched }}": "*", "{{ gigabytes | int }}": "*",
		"{{ unset | default('1g', true) }}": "1g", `{{ unset|d("1g") }}{{ unset | default(3) }}`: "1g3", "{{ unset }}": "*", "{{ heap | default('1g') }}": "2g", "{{ other | default('1g') }}": "*",
		"{{ unset | default(heap) }}": "*", "{{ heap + 1 }}": "*", "{% if a %}\n{{ heap }}\n-Xms1g\n{% endif %}": "2g\n-Xms1g\n",
	} {
		file := source.NewFile("a.j2", []byte(text))
		states, _ := template.Parse("a.j2", source.Verbatim(file.Span(0, len(text)))).States(false, known)
		assert.Equal(t, want, strings.ReplaceAll(states[0].String(), source.Gap, "*"), text)
		for _, p := range states[0].Pieces() {
			assert.True(t, p.String() == source.Gap || p.String() == p.Foremost().String(), text)
		}
	}
}

// Every byte of what comes out stands in the template, or is a gap.
func FuzzStates(f *testing.F) {
	for _, s := range []string{"{% if a %}\n-Xmx1g\n{% else %}\n{{ b }}\n{% endif %}", "{{{a}}} {{ '}}' }}\n{{#b}}{{/b}}\n", "<% if a %>-ea<% end %>\n<%= b -%>", "{% for a in b %}\n{% endfor %}{{ c", "{#\n#}\r\n{{ a }}\r\n-ea"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, name := range []string{"a.j2", "a.sh", "a.ftl", "a.in", "a.tpl"} {
			file := source.NewFile(name, []byte(text))
			parsed := template.Parse(name, source.Verbatim(file.Span(0, len(text))))
			for _, yaml := range []bool{false, true} {
				states, _ := parsed.States(yaml, nil)
				for _, s := range states {
					last := 0
					for _, p := range s.Pieces() {
						at := p.Foremost()
						assert.LessOrEqual(t, last, at.Start, name)
						assert.True(t, p.String() == source.Gap || p.String() == at.String(), name)
						last = at.End
					}
				}
			}
		}
	})
}
