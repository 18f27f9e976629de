package hotspot

import (
	"github.com/jvmlint/jvmlint/internal/hotspot/align"
	"github.com/jvmlint/jvmlint/internal/hotspot/release"
)

// Parts of an object, in bytes.
const (
	markWord     = 8
	narrowClass  = 4 // a compressed class pointer
	arrayLength  = 4
	integerField = 4
)

// ObjectSize is what an object with so many fields that are references and so
// many of 4 bytes takes of the heap, in bytes. Up to JDK 14, without compressed pointers, it may
// be 8 more where classes inherit fields: each class of them is padded.
func (j *JVM) ObjectSize(references, integers int64) int64 {
	return j.aligned(j.objectHeader() + references*j.Reference() + integers*integerField)
}

// ArraySize is what an array of so many bytes takes of the heap, in bytes. Before JDK 23 the
// elements begin at a whole word.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/arrayOop.hpp, base_offset_in_bytes (JDK 23 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/arrayOop.hpp, header_size_in_bytes (JDK 8 to 22)
func (j *JVM) ArraySize(bytes int64) int64 {
	begins := release.Choose(j.JDK, release.Since[int64](8, word), release.Since[int64](23, arrayLength))
	return j.aligned(int64(align.Up(uint64(j.objectHeader()+arrayLength), uint64(begins))) + bytes)
}

// Reference is a field that refers to an object, in bytes.
func (j *JVM) Reference() int64 {
	if j.On("UseCompressedOops") {
		return word / 2
	}
	return word
}

// objectHeader is a mark word and a class pointer. A compact header, the default from JDK 27 on,
// holds the class pointer in its mark word. Class pointers are always compressed from JDK 27 on.
//
// https://github.com/openjdk/jdk/blob/jdk-25-ga/src/hotspot/share/oops/objLayout.cpp, ObjLayout::initialize (JDK 24 to 28)
// https://github.com/openjdk/jdk/blob/jdk-21-ga/src/hotspot/share/oops/instanceOop.hpp, instanceOopDesc::base_offset_in_bytes (JDK 8 to 23)
func (j *JVM) objectHeader() int64 {
	alwaysNarrow := release.Choose(j.JDK, release.Since(8, false), release.Since(27, true))
	switch {
	case j.On("UseCompactObjectHeaders"):
		return markWord
	case alwaysNarrow, j.On("UseCompressedClassPointers"):
		return markWord + narrowClass
	}
	return markWord + word
}

// aligned is a size with what pads it.
func (j *JVM) aligned(size int64) int64 {
	return int64(align.Up(uint64(size), max(j.Number("ObjectAlignmentInBytes"), word)))
}
