// Package lsp is the language server: it judges what an editor has open while
// it is typed, says what a JVM makes of an option, and offers the fixes.
//
// It knows the protocol and the open texts. How a text is judged it is told:
// a Project does that as the check command does.
//
//	stream       messages on the wire
//	server       requests and notifications, one after another
//	document     the open texts and their edits
//	position     places as the client counts them, from and to byte offsets
//	diagnostics, hover, actions, completion   what is answered
//
// https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/
package lsp
