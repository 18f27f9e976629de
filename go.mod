module github.com/jvmlint/jvmlint

go 1.26
