// Package advise works out the whole set of options that a JVM should have in
// its container: it lets the models of the other packages size it, and the
// rules judge what comes of it, until nothing is left to say. It holds no
// formula of its own.
package advise
