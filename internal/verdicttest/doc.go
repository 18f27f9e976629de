// Package verdicttest holds the predicted start of command lines, recorded and random ones, against
// real JVMs: whether they start, what they say, and which flags they have then.
package verdicttest
