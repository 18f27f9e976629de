// Package wiring holds tests of what others start jvmlint with: the hooks for
// pre-commit, the action for GitHub and the template for GitLab; of how its own
// packages stand to each other, as docs/design.md draws them; and of the tests.
package wiring
