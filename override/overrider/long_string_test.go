package overrider_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

// TestLongStrings has a string of a megabyte for each of a thousand containers. The outcome, messages included, must not be a thousand
// times as large.
func TestLongStrings(t *testing.T) {
	if testing.Short() {
		t.Skip("it counts bytes; the race detector, which runs the short tests, also allocates")
	}
	const containers, length = 1000, 1 << 20
	long := strings.Repeat("a", length)
	where := overrider.Containers{PodSpecs: overrider.PodSpecsFunc(func(selector.Object) (jsontree.Pointer, bool) { return overridetest.At("/spec"), true })}
	image := func(c imageparser.Component, verb overrider.ImageVerb, value string, passOver bool) override.Overrider {
		return overrider.Image{
			Where: where, Operations: []overrider.ImageOperation{{Component: c, Verb: verb, Value: value, SkipInvalid: passOver}},
			Invalid: func(err error) error { return override.Diverged("X1", "leaves it", err) },
		}
	}
	for _, c := range []struct {
		name, reason string
		image        string
		step         override.Overrider
		err          string // empty: no error
		skips        int
		note         bool // the error has a divergence
	}{
		{"a repository", "it is too long, whatever a later step does", "nginx", image(imageparser.Repository, overrider.ImageSet, long, false),
			"/spec/containers/0/image: the reference is broken: image of 1048576 bytes, expected at most 4096", 0, true},
		{"a registry appended to another", "it is too long, too", "host.example/nginx", image(imageparser.Registry, overrider.ImageAppend, long, false),
			"/spec/containers/0/image: the reference is broken: image of 1048593 bytes, expected at most 4096", 0, true},
		{"a tag", "it is refused before it is parsed", "nginx", image(imageparser.Tag, overrider.ImageSet, long, false),
			`/spec/containers/0/image is the string "nginx", expected an image to which this operation applies: tag of 1048576 bytes, expected at most 4096`, 0, false},
		{"a digest", "its grammar would allow any length", "nginx", image(imageparser.Digest, overrider.ImageSet, "x:"+long, false),
			`/spec/containers/0/image is the string "nginx", expected an image to which this operation applies: digest of 1048578 bytes, expected at most 4096`, 0, false},
		{"a tag that is skipped", "each container has a reason", "nginx", image(imageparser.TagOrDigest, overrider.ImageSet, long, true), "", containers, false},
		{"an image of the object", "it is not read either", long, image(imageparser.Tag, overrider.ImageSet, "1", false),
			`/spec/containers/0/image is the string "` + long[:80] + `"…, expected an image reference: image of 1048576 bytes, expected at most 4096`, 0, false},
		{"the longest one", "a string within the limit is parsed as usual", "nginx", image(imageparser.Repository, overrider.ImageSet, long[:256], false),
			"/spec/containers/0/image: the reference is broken: image \"" + long[:256] + "\": repository name must not be more than 255 characters", 0, true},
		{"arguments", "a string is shared, not copied", "nginx", overrider.AppendArgs(where, long, "b"), "", 0, false},
		{"absent arguments", "the reason is cut", "nginx", overrider.DeleteCommand(where, long, "b"), "", containers, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			list := make([]any, containers)
			for i := range list {
				list[i] = map[string]any{"name": fmt.Sprint(i), "image": c.image, "command": []any{"run"}}
			}
			obj := &unstructured.Unstructured{Object: map[string]any{"apiVersion": "v1", "kind": "Test", "spec": map[string]any{"containers": list}}}
			p := overridetest.Policy{Name: "p", Steps: []override.Overrider{c.step}}.Compile(t)
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			result, err := override.Apply(obj, overridetest.Member1, p)
			if c.err == "" {
				require.NoError(t, err)
				require.Len(t, result.Skips(), c.skips)
				_, err = result.Object()
				require.NoError(t, err)
			}
			runtime.ReadMemStats(&after)
			require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(16<<20), c.reason)
			if c.err != "" {
				var e *override.Error
				require.ErrorAs(t, err, &e)
				require.Equal(t, c.err, e.Err.Error(), c.reason)
				require.Equal(t, c.note, e.Divergence != nil)
			}
		})
	}
}
