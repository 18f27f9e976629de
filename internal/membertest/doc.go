// Package membertest holds the model of Hazelcast maps against real members of
// the oldest and the newest release that rules were measured on. Its tests skip
// where JVMLINT_HAZELCAST does not name a folder with their jars.
package membertest
