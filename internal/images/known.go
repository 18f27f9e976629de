package images

// known are images whose start scripts were read. What they do not say of a
// release stays open.
var known = []Image{}
