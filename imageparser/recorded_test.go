package imageparser

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// recorded is the result of Karmada's parser for an image, or its error.
type recorded struct {
	Image, Hostname, Repository, Tag, Digest, String, Error string
}

// TestRecorded compares Parse with recordings of Karmada's parser. There is one difference: Karmada drops
// the digest of an image with a tag.
func TestRecorded(t *testing.T) {
	t.Parallel()
	cases := readRecorded(t)
	require.Len(t, cases, 180, "every recording is read")
	for _, tc := range cases {
		got, err := Parse(tc.Image)
		if tc.Error != "" {
			require.ErrorContains(t, err, tc.Error, "%q: the error is the same", tc.Image)
			continue
		}
		require.NoError(t, err, "%q: Karmada accepts it", tc.Image)
		require.Equal(t, tc.Hostname, got.Get(Registry), "%q: the host rule is the same", tc.Image)
		require.Equal(t, tc.Repository, got.Get(Repository), "%q: the rest of the name is the same", tc.Image)
		require.Equal(t, tc.Tag, got.Get(Tag), "%q: the tag is the same", tc.Image)
		require.Equal(t, tc.Image, got.String(), "%q: String returns the original text", tc.Image)

		withoutDigest := got.Parts()
		if got.Get(Tag) != "" {
			withoutDigest.Digest = ""
		}
		require.Equal(t, tc.Digest, withoutDigest.Digest, "%q: without a tag the digest is the same", tc.Image)
		require.Equal(t, tc.String, withoutDigest.String(), "%q: without the digest the text is the same", tc.Image)
	}
}

func readRecorded(t testing.TB) []recorded {
	t.Helper()
	file, err := os.Open("testdata/images.jsonl.gz")
	require.NoError(t, err)
	defer func() { _ = file.Close() }()
	text, err := gzip.NewReader(file)
	require.NoError(t, err)
	var all []recorded
	lines := bufio.NewScanner(text)
	for lines.Scan() {
		var one recorded
		decoder := json.NewDecoder(strings.NewReader(lines.Text()))
		decoder.DisallowUnknownFields()
		require.NoError(t, decoder.Decode(&one))
		all = append(all, one)
	}
	require.NoError(t, lines.Err())
	return all
}
