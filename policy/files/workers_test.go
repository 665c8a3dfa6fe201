package files_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/policy/files"
)

// TestReadWorkers reads folders with several numbers of workers. The bundle and the report are those of one worker.
func TestReadWorkers(t *testing.T) {
	t.Parallel()
	content := map[string]string{}
	for i := range 200 {
		text := strings.Replace(configMap, "settings", fmt.Sprint("settings-", i/2), 1)
		switch i % 10 {
		case 3:
			text = "a: 1\n---\n- b\n"
		case 5:
			text += "---\n" + clusters
		case 7:
			text += "---\na: {\n"
		case 9:
			text = "\x00"
		}
		content[fmt.Sprintf("%d/%d.yaml", i%7, i)] = text
	}
	dir := folderOf(t, content)
	want, wantReport := files.Reader{Decoder: policy.Decoder{Workers: 1}}.Read(dir, dir+"/3", dir+"/missing")
	require.NotEmpty(t, wantReport.Errors)
	require.NotEmpty(t, wantReport.Warnings)
	for _, workers := range []int{0, 2, 9} {
		got, report := files.Reader{Decoder: policy.Decoder{Workers: workers}}.Read(dir, dir+"/3", dir+"/missing")
		require.Equal(t, messages(dir, wantReport), messages(dir, report))
		require.Equal(t, wantReport.Ignored, report.Ignored)
		require.Equal(t, want.Objects, got.Objects)
		require.Equal(t, want.Clusters, got.Clusters)
		for _, o := range want.Objects {
			require.Equal(t, want.Place(override.RefOf(o), "metadata.name"), got.Place(override.RefOf(o), "metadata.name"))
		}
	}
}
