package files

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestManyOverlaps has a folder whose files were all found through paths of their own. With a search in a list of these paths, it takes half a minute.
func TestManyOverlaps(t *testing.T) {
	t.Parallel()
	const many = 100_000
	f := Reader{}.newFinder()
	var all []File
	for i := range many {
		name := fmt.Sprintf("absent/%06d.yaml", i)
		report := &Report{}
		require.Len(t, f.new(name, []File{{Name: name}}, report), 1)
		require.Empty(t, report.Warnings)
		all = append(all, File{Name: name, InFolder: true})
	}
	report := &Report{}
	require.Empty(t, f.new("absent", all, report))
	require.Len(t, report.Warnings, 1)
	require.EqualError(t, report.Warnings[0], "absent: 100000 files of the folder were already read through absent/000000.yaml and 99999 more")
}
