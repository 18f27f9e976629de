package helmchart

// Files are what templates see as .Files: texts by their names. Helm has bytes there,
// which templates turn into texts.
type Files map[string]string

// FilesOf are the files of a chart that templates see.
func FilesOf(c *Chart) Files {
	all := Files{}
	for _, f := range c.Files {
		all[f.Name] = string(f.Text())
	}
	return all
}
