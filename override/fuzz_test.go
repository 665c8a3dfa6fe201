package override_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
)

// FuzzApply makes an object and policies from the bytes of the input and applies them. apply checks the promises of the engine, with
// json-patch and jsontree as oracles for the changes. The size of the result must be in proportion to that of the
// input.
func FuzzApply(f *testing.F) {
	for _, seed := range []string{"", "an object and its policies", "\x00\x00\x00\x02\x00\x01\x01\x00\x02\x03\x01\x05\x08\x07\x06",
		strings.Repeat("\x01\x00\x03\x02\x05", 60), strings.Repeat("\x08\x13\x02\x06\x01\x00\x00", 60)} {
		f.Add([]byte(seed))
	}
	for i := range 64 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c%c", i, i*7%61, i*i%59), 20+i)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2048 {
			return
		}
		s := &source{data: data}
		obj := s.newObject()
		policies := s.policies()
		size := len(overridetest.AsJSON(t, obj.Object))
		for _, note := range s.notes {
			size += len(note)
		}
		defer func() {
			if t.Failed() {
				t.Logf("object: %s\npolicies:\n%s", overridetest.AsJSON(t, obj.Object), strings.Join(s.notes, "\n"))
			}
		}()
		result, err := overridetest.Apply(t, obj, overridetest.Member1, policies...)
		if err != nil {
			return
		}
		got, err := result.Object()
		if err != nil {
			t.Fatal(err)
		}
		if output := len(overridetest.AsJSON(t, got.Object)); output > 8*size+1024 {
			t.Fatalf("%d bytes of object and policies make %d", size, output)
		}
		if changes := len(result.Changes()); changes > size {
			t.Fatalf("%d bytes of object and policies make %d changes", size, changes)
		}
		requireSameInput(t, result)
		if _, found := jsontree.Get(got.Object, jsontree.Pointer{"kind"}); !found {
			t.Fatal("the object no longer has a kind")
		}
	})
}

// requireSameInput checks that Diverge sees the same object as Override did. In lanes it
// may be another one.
func requireSameInput(t *testing.T, result *override.Result) {
	looks := map[override.Origin][]string{}
	for _, d := range result.Divergences() {
		if !strings.Contains(d.Origin.At, "lanes") {
			looks[d.Origin] = append(looks[d.Origin], d.Upstream+", "+d.Here)
		}
	}
	for origin, found := range looks {
		require.Len(t, found, 2, "%s", origin)
		require.Equal(t, found[0], found[1], "%s", origin)
	}
}
