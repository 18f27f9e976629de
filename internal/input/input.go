// Package input reads files into workloads. Each reader has a file of its own
// and recognises its input by content; a name alone decides nothing, except where the
// program that reads the file goes by it.
//
// The list of all readers is in readers.go. What they share is package reading,
// what reads YAML is package kube, and package shell takes scripts apart.
package input

import (
	"path/filepath"

	"github.com/jvmlint/jvmlint/internal/input/kube"
	"github.com/jvmlint/jvmlint/internal/input/reading"
)

// Input is what a file was read as, and the workloads that it describes.
type Input = reading.Input

// BuiltImage is an image that holds files of the tree.
type BuiltImage = reading.BuiltImage

// Unjudged is a JVM of which nothing is judged.
type Unjudged = reading.Unjudged

// Options are what a project says about reading.
type Options = reading.Options

// Format is a kind of input.
type Format = reading.Format

// Formats that are treated in a way of their own.
const (
	HelmTemplate       = kube.HelmTemplate
	ChartValues        = kube.ChartValues
	KubernetesManifest = kube.KubernetesManifest
	ComposeFile        = kube.ComposeFile
)

// IsKustomization reports whether a file has the name of a kustomization.
func IsKustomization(name string) bool { return kube.IsKustomization(filepath.ToSlash(name)) }
