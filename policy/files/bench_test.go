package files_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/files"
)

// BenchmarkRead reads a folder with a thousand files of one object each.
func BenchmarkRead(b *testing.B) {
	content := map[string]string{}
	for i := range 1000 {
		content[fmt.Sprintf("%d/%d.yaml", i%20, i)] = strings.Replace(configMap, "settings", fmt.Sprintf("settings-%d", i), 1)
	}
	dir := folderOf(b, content)
	for b.Loop() {
		bundle, report := files.Reader{}.Read(dir)
		require.NoError(b, report.Err())
		require.Len(b, bundle.Objects, 1000)
	}
}

// BenchmarkMerge merges a thousand sources that were decoded before.
func BenchmarkMerge(b *testing.B) {
	var sources []*files.Source
	for i := range 1000 {
		text := strings.Replace(configMap, "settings", fmt.Sprintf("settings-%d", i), 1)
		sources = append(sources, files.Reader{}.Decode(files.File{Name: fmt.Sprintf("%d.yaml", i)}, strings.NewReader(text)))
	}
	for b.Loop() {
		_, report := files.Merge(sources...)
		require.NoError(b, report.Err())
	}
}

// BenchmarkPlace looks up the line of a field of each of a thousand objects in one file.
func BenchmarkPlace(b *testing.B) {
	var text strings.Builder
	for i := range 1000 {
		text.WriteString("---\n" + strings.Replace(configMap, "settings", fmt.Sprintf("settings-%d", i), 1))
	}
	source := files.Reader{}.Decode(files.File{Name: "all.yaml"}, strings.NewReader(text.String()))
	for b.Loop() {
		bundle, _ := files.Merge(source) // it keeps the places that were looked up
		for i, o := range bundle.Objects {
			if line := bundle.Place(override.RefOf(o), "metadata").Line; line != 4*i+4 {
				b.Fatal("line", line)
			}
		}
	}
}
