// Package wiring holds tests of the tests, and of what others start jvmlint with: the hooks for
// pre-commit, the action for GitHub and the template for GitLab.
package wiring
