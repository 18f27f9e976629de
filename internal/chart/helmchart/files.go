package helmchart

import (
	"encoding/base64"
	"path"
	"strings"

	"sigs.k8s.io/yaml"
)

// Files are what templates see as .Files.
type Files map[string][]byte

// FilesOf are the files of a chart that templates see.
func FilesOf(c *Chart) Files {
	all := Files{}
	for _, f := range c.Files {
		all[f.Name] = f.Text()
	}
	return all
}

// GetBytes gives the bytes of a file; none where there is no such file.
func (f Files) GetBytes(name string) []byte {
	if data, ok := f[name]; ok {
		return data
	}
	return []byte{}
}

// Get gives the text of a file.
func (f Files) Get(name string) string { return string(f[name]) }

// Lines gives the lines of a file.
func (f Files) Lines(name string) []string {
	if len(f[name]) == 0 {
		return []string{}
	}
	return strings.Split(strings.TrimSuffix(string(f[name]), "\n"), "\n")
}

// AsConfig writes the files as the data of a ConfigMap.
func (f Files) AsConfig() string { return f.write(func(data []byte) string { return string(data) }) }

// AsSecrets writes the files as the data of a Secret.
func (f Files) AsSecrets() string { return f.write(base64.StdEncoding.EncodeToString) }

func (f Files) write(value func([]byte) string) string {
	if f == nil {
		return ""
	}
	all := map[string]string{}
	for name, data := range f {
		all[path.Base(name)] = value(data)
	}
	data, err := yaml.Marshal(all)
	if err != nil {
		return ""
	}
	return strings.TrimSuffix(string(data), "\n")
}
