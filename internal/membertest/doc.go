// Package membertest holds the model of Hazelcast maps against real members, of each release whose jar stands in the
// folder that JVMLINT_HAZELCAST_JARS names. Its tests skip where it names none.
package membertest
