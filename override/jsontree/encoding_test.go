package jsontree_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/override/jsontree"
)

// strange has the strings that encoding/json writes in another way than most.
var strange = []string{
	"", "\"", "\\", "</script>", "a<b>&c", "\u2028", "x\u2029y", "é", "日本", "😀", "\x00", "\x1f\x7f", "\b\f\n\r\t", "\xff", "a\xffb<", "\xe2\x80", "\xed\xa0\x80", "\ufffd",
	strings.Repeat("plain ", 500), strings.Repeat("\n", 100),
}

// requireEncoded checks Append with and without the encoding of another document.
func requireEncoded(t *testing.T, encoding *jsontree.Encoding, document any) {
	t.Helper()
	_, wantErr := jsontree.Clone(document)
	for _, e := range []*jsontree.Encoding{encoding, nil, {}} {
		prefix := []byte("before ")
		got, err := e.Append(prefix, document)
		if wantErr != nil {
			require.EqualError(t, err, wantErr.Error())
			require.Equal(t, "before ", string(got))
			continue
		}
		require.NoError(t, err)
		require.Equal(t, "before "+string(encode(t, document)), string(got))
	}
}

func TestEncodeScalars(t *testing.T) {
	t.Parallel()
	values := []any{nil, true, false, int64(0), int64(math.MinInt64), int64(math.MaxInt64), map[string]any(nil), []any(nil), map[string]any{}, []any{}}
	for _, s := range strange {
		values = append(values, s, map[string]any{s: s, s + "b": nil, "a" + s: ""})
	}
	for _, f := range []float64{0, math.Copysign(0, -1), 1, -1.5, 1e-6, 9.99e-7, 1e-7, 123e-20, 1e20, 1e21, -1e21, 1.5e300, math.MaxFloat64, math.SmallestNonzeroFloat64, 0.1, 1 << 60} {
		values = append(values, f)
	}
	for _, v := range values {
		requireEncoded(t, nil, v)
		encoding, err := jsontree.Encode(v)
		require.NoError(t, err)
		requireEncoded(t, encoding, v)
		for _, other := range values {
			requireEncoded(t, encoding, other)
		}
	}
	for c := range 256 {
		requireEncoded(t, nil, string([]byte{'a', byte(c), 'b'}))
	}
}

// TestAppend edits a document and appends the result.
func TestAppend(t *testing.T) {
	t.Parallel()
	const doc = `{"b":{"x":1,"y":[1,2,3],"z":{"deep":["a",{"n":"1"},{"n":"2"},[]]}},"d":"text","f":[{"a":1},{"a":2},{"a":3}]}`
	for _, c := range []struct {
		reason string
		edits  []string
	}{
		{"nothing differs", nil},
		{"a scalar in the middle", []string{"set /b/z/deep/1/n 2"}},
		{"the first key goes", []string{"remove /b"}},
		{"the last key goes", []string{"remove /f"}},
		{"a key in the middle goes", []string{"remove /d"}},
		{"all keys go", []string{"remove /b", "remove /d", "remove /f"}},
		{"all keys but the last go", []string{"remove /b", "remove /d"}},
		{"a key before all", []string{"add /a 1"}},
		{"keys between", []string{"add /c 1", "add /e {}", "add /e/x 1"}},
		{"a key after all", []string{"add /g 1"}},
		{"other keys in place of all", []string{"remove /b", "remove /d", "remove /f", "add /a 1", "add /g 1"}},
		{"the first key is another one", []string{"remove /b", "add /a 1"}},
		{"the last key is another one", []string{"remove /f", "add /g 1"}},
		{"a scalar becomes a map", []string{"set /d {}", "add /d/a 1"}},
		{"a map becomes a scalar", []string{"set /b/z null"}},
		{"a map becomes a list", []string{"set /b []"}},
		{"a list becomes a map", []string{"set /f {}"}},
		{"elements go from the start, the middle and the end", []string{"remove /f/0", "remove /b/y/1", "remove /b/z/deep/3"}},
		{"a list becomes empty", []string{"remove /f/0", "remove /f/0", "remove /f/0"}},
		{"elements at the start, in the middle and at the end", []string{"add /f/0 1", "add /b/y/1 5", "add /b/z/deep/- 5"}},
		{"an edit beside an insertion", []string{"add /f/1 1", "set /f/0/a 7", "set /f/3/a 8"}},
		{"elements move", []string{"remove /f/0", "add /f/- 7"}},
		{"an empty list gets elements", []string{"add /b/z/deep/3/- 1", "add /b/z/deep/3/- 2"}},
	} {
		t.Run(c.reason, func(t *testing.T) {
			t.Parallel()
			document := load(t, doc)
			encoding, err := jsontree.Encode(document)
			require.NoError(t, err)
			tree := jsontree.New(document)
			for _, line := range c.edits {
				words := strings.SplitN(line+" null", " ", 4)
				p, err := jsontree.Parse(words[1])
				require.NoError(t, err)
				_, changed, err := tree.Edit(jsontree.Verb(words[0]), p, load(t, words[2]))
				require.NoError(t, err)
				require.True(t, changed)
			}
			requireEncoded(t, encoding, tree.Root())
			requireEncoded(t, encoding, document)
		})
	}
}

// FuzzAppend encodes a document, makes another one that shares parts with it, and compares its text with that of encoding/json.
func FuzzAppend(f *testing.F) {
	for i := range 64 {
		f.Add([]byte(strings.Repeat(fmt.Sprintf("%c%c%c", i, i*7%61, i*i%59), 20+i)), "<\xff\u2028>")
	}
	f.Fuzz(func(t *testing.T, data []byte, text string) {
		if len(data) > 4096 || len(text) > 4096 {
			return
		}
		s := &source{data}
		document := s.value(5)
		if m, ok := document.(map[string]any); ok && text != "" {
			m[text] = text
		}
		encoding, err := jsontree.Encode(document)
		require.NoError(t, err)
		before := string(encode(t, document))
		var parts []any // maps and lists of the document
		collect(document, &parts)
		for range 3 {
			requireEncoded(t, encoding, s.altered(document, parts))
		}
		require.Equal(t, before, string(encode(t, document)), "the document was written")
	})
}

// collect appends the maps and lists of a value.
func collect(v any, to *[]any) {
	switch v := v.(type) {
	case map[string]any:
		*to = append(*to, v)
		for _, key := range slices.Sorted(maps.Keys(v)) {
			collect(v[key], to)
		}
	case []any:
		*to = append(*to, v)
		for _, e := range v {
			collect(e, to)
		}
	}
}

// altered returns a value that shares maps and lists with v. It may have parts of the document at other places.
func (s *source) altered(v any, parts []any) any {
	other := func() any {
		if len(parts) > 0 && s.below(2) == 1 {
			return parts[s.below(len(parts))]
		}
		return append(wildValues()[11:13], s.value(2), s.value(2), s.value(2), 5)[s.below(6)]
	}
	switch s.below(8) {
	case 0, 1:
		return v
	case 2:
		return other()
	}
	switch v := v.(type) {
	case map[string]any:
		m := maps.Clone(v)
		for _, key := range slices.Sorted(maps.Keys(v)) {
			if m[key] = s.altered(v[key], parts); s.below(8) == 7 {
				delete(m, key)
			}
		}
		for range s.below(3) {
			m[s.token()] = other()
		}
		return m
	case []any:
		l := []any{}
		for _, e := range v {
			switch s.below(8) {
			case 6:
				l = append(l, other())
			case 7:
				continue
			}
			l = append(l, s.altered(e, parts))
		}
		return l
	}
	return v
}

// TestEncodeHostile has documents that exceed a limit, or nearly do.
func TestEncodeHostile(t *testing.T) {
	t.Parallel()
	for _, v := range wildValues() {
		for _, document := range []any{v, map[string]any{"a": v}, []any{nil, v}} {
			_, want := jsontree.Clone(document)
			encoding, err := jsontree.Encode(document)
			require.Equal(t, want, err)
			require.Equal(t, err == nil, encoding != nil)
			requireEncoded(t, encoding, document)
			requireEncoded(t, encoding, map[string]any{"a": 5})
		}
	}
	deep := func(levels int) any {
		var v any
		for range levels {
			v = []any{v}
		}
		return v
	}
	deepest := deep(jsontree.MaxDepth)
	encoding, err := jsontree.Encode(deepest)
	require.NoError(t, err)
	requireEncoded(t, encoding, deepest)
	requireEncoded(t, encoding, []any{deepest}) // too deep
	requireEncoded(t, encoding, []any{deepest.([]any)[0], nil})
	_, err = jsontree.Encode(deep(100_000))
	require.Error(t, err)
}

// TestEncodeLimits has documents around MaxSize. The size of a copied part counts.
func TestEncodeLimits(t *testing.T) {
	t.Parallel()
	part := make([]any, 100_000) // each element counts eleven
	for i := range part {
		part[i] = []any{}
	}
	half := []any{part, part, part, part}
	encoding, err := jsontree.Encode(half)
	require.NoError(t, err)
	for _, more := range []int{5, 6} {
		if testing.Short() && more == 5 {
			continue // its 900,000 lists are encoded seven times
		}
		document := slices.Clone(half)
		for range more {
			document = append(document, any(part))
		}
		_, want := jsontree.Clone(document)
		require.Equal(t, more == 6, want != nil)
		requireEncoded(t, encoding, document)
	}
}

// TestEncodeLongCycle shows that a map that contains itself is found before its text fills the memory.
// It counts bytes, so it does not run in parallel.
func TestEncodeLongCycle(t *testing.T) {
	cyclic := map[string]any{}
	cyclic[strings.Repeat("x", 1<<20)] = cyclic
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, err := jsontree.Encode(cyclic)
	require.Error(t, err)
	_, err = (*jsontree.Encoding)(nil).Append(nil, []any{cyclic})
	require.Error(t, err)
	runtime.ReadMemStats(&after)
	require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<30), "10,000 levels have ten gigabytes")
}

// TestAppendConcurrently uses one encoding in many goroutines. The race detector finds writes.
func TestAppendConcurrently(t *testing.T) {
	t.Parallel()
	document := load(t, `{"a":{"b":[1,2,{"c":"<"}]},"d":"e"}`)
	encoding, err := jsontree.Encode(document)
	require.NoError(t, err)
	var done sync.WaitGroup
	for i := range 16 {
		done.Go(func() {
			tree := jsontree.New(document)
			for j := range 50 {
				if _, _, err := tree.Set(at("/a/b/2/c"), fmt.Sprint(i, j)); err != nil {
					t.Error(err)
				}
				want, _ := json.Marshal(tree.Root())
				if got, err := encoding.Append(nil, tree.Root()); err != nil || string(got) != string(want) {
					t.Errorf("%s, %v, expected %s", got, err, want)
				}
			}
		})
	}
	done.Wait()
}
