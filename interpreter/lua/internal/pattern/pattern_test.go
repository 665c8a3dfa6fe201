package pattern_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"github.com/yuin/gopher-lua/pm"

	"github.com/overridekit/overridekit/interpreter/lua/internal/pattern"
)

// describe writes matches as "begin-end(captures)".
func describe(m *pattern.Matches) string {
	var b strings.Builder
	for i := range m.Len() {
		begin, end, _ := m.Capture(i, 0)
		fmt.Fprintf(&b, "%d-%d", begin, end)
		for c := 1; c <= m.Captures(); c++ {
			begin, end, isPosition := m.Capture(i, c)
			if isPosition {
				fmt.Fprintf(&b, "(@%d)", begin)
			} else {
				fmt.Fprintf(&b, "(%d-%d)", begin, end)
			}
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// answer returns the matches of a pattern, or "error: " and the text.
func answer(source, text string, offset, limit, steps int) (string, error) {
	p, err := pattern.Compile(source)
	if err != nil {
		return "error: " + err.Error(), err
	}
	m, err := p.Find(text, offset, limit, &pattern.Budget{Steps: steps})
	if err != nil {
		return "error: " + err.Error(), err
	}
	return describe(m), nil
}

// upstream returns gopher-lua's answer in the form of answer. A panic is the error of a capture, as it is here.
func upstream(source, text string, offset, limit int) (result string) {
	defer func() {
		if recover() != nil {
			result = "error: invalid capture index"
		}
	}()
	b := []byte(text)
	found, err := pm.Find(source, b[:len(b):len(b)], offset, limit)
	if err != nil {
		return "error: " + err.Error()
	}
	var out strings.Builder
	for _, m := range found {
		fmt.Fprintf(&out, "%d-%d", m.Capture(0), m.Capture(1))
		for c := 2; c < m.CaptureLength(); c += 2 {
			if m.IsPosCapture(c) {
				fmt.Fprintf(&out, "(@%d)", m.Capture(c))
			} else {
				fmt.Fprintf(&out, "(%d-%d)", m.Capture(c), m.Capture(c+1))
			}
		}
		out.WriteByte(' ')
	}
	return out.String()
}

var cases = []struct {
	name, reason  string
	pattern, text string
	want          string
}{
	{"literal", "bytes match themselves", "b", "abcb", "1-2 3-4 "},
	{"empty pattern", "it matches before each byte and at the end", "", "ab", "0-0 1-1 2-2 "},
	{"classes", "small letters and their complements", "%a%D", "a1bc", "2-4 "},
	{"no class", "an escaped letter that names no class is itself", "%q%f", "qf", "0-2 "},
	{"greedy", "as much as possible, then less", "a*ab", "aaab", "0-4 "},
	{"lazy", "as little as possible, then more", "a-b", "aab", "0-3 "},
	{"plus", "at least one", "a+", "baab", "1-3 "},
	{"optional", "one or none", "ab?c", "acabc", "0-2 2-5 "},
	{"captures", "numbered by where they begin", "((%d)(%d))", "12", "0-2(0-2)(0-1)(1-2) "},
	{"positions", "from 1 on", "()b()", "ab", "1-2(@2)(@3) "},
	{"head", "it is tried once", "^a", "aa", "0-1 "},
	{"head inside", "elsewhere it is a byte", "a^", "a^", "0-2 "},
	{"tail", "only at the end", "a$", "aa", "1-2 "},
	{"tail inside", "in a capture it is a byte", "(a$)", "a$", "0-2(0-2) "},
	{"head and tail alone", "both may be the whole pattern", "^$", "", "0-0 "},
	{"set", "a closing bracket first and a dash last are bytes", "[]a-]+", "]-ab", "0-3 "},
	{"inverted set", "", "[^a-c]", "abcd", "3-4 "},
	{"range of ranges", "it matches nothing, not even its first range", "[a-b-c]", "abc", ""},
	{"range from a class", "it matches nothing", "[%d-z]", "5z-", ""},
	{"balanced", "", "%b()", "a(b(c)d)e", "1-8 "},
	{"balanced of one byte", "it closes first", "%bxx", "xxxx", "0-2 2-4 "},
	{"back reference", "", "(.)%1", "abccd", "2-4(2-3) "},
	{"back reference to nothing", "", "%1", "a", "error: invalid capture index"},
	{"back reference to an open capture", "", "(%1)", "a", "error: invalid capture index"},
	{"back reference to an open capture that is known", "gopher-lua panics", "a(()%1)", "a", "error: invalid capture index"},
	{"back reference to the end", "gopher-lua panics: the position is after the end", "()%1", "", "error: invalid capture index"},
	{"zero", "", "a%0", "a", "error: invalid capture index at 1"},
	{"star first", "it is a byte, and can be repeated itself", "**", "**", "0-2 2-2 "},
	{"star in a capture", "", "(*a)", "*a", "0-2(0-2) "},
	{"escape at the end", "it matches nothing", "a%", "a%", ""},
	{"balanced at the end", "it matches nothing", "%b(", "()", ""},
	{"open set", "", "a[b", "ab", "error: unexpected EOS at 2"},
	{"only a bracket", "", "[", "", "error: unexpected EOS at 0"},
	{"escape in an open set", "", "[%", "", "error: unexpected EOS at EOS"},
	{"open capture", "", "(a", "a", "error: unfinished capture at EOS"},
	{"closed capture", "", "a)", "a", "error: invalid ')' at 0"},
	{"closed capture first", "", ")", "a", "error: invalid ')' at 0"},
	{"high bytes", "they are in no class", "%A", "\xe4", "0-1 "},
	{"zero byte", "", "%z", "a\x00", "1-2 "},
}

func TestFind(t *testing.T) {
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, _ := answer(c.pattern, c.text, 0, pattern.All, 1e6)
			require.Equal(t, c.want, got, c.reason)
			require.Equal(t, upstream(c.pattern, c.text, 0, pattern.All), got, "gopher-lua")
		})
	}
}

func TestFindFromOffset(t *testing.T) {
	for _, offset := range []int{0, 1, 3, 4, 9} {
		got, _ := answer("a*", "abaa", offset, 1, 1e6)
		require.Equal(t, upstream("a*", "abaa", offset, 1), got, offset)
	}
}

// The strings are from scripts that occupy Karmada for more than 20 seconds, and from some that only look like
// it.
func TestFindIsBounded(t *testing.T) {
	a := strings.Repeat("a", 1<<19)
	for _, c := range []struct {
		name, pattern, text string
		fails               bool
	}{
		{"exponential", strings.Repeat("a?", 29) + a[:29], a[:29], true},
		{"exponential but small", strings.Repeat("a?", 14) + a[:14], a[:14], false},
		{"quadratic", "a-b", a, true},
		{"linear", "^(a-)b", a, false},
		{"long item", "a*a*a*b", a, true},
		{"many captures", strings.Repeat("()", 1000) + "b", a, true},
		{"balanced", "%bab", a, true},
		{"back references", "(a*)%1%1b", a, true},
		{"big set", "[" + strings.Repeat("%a", 400000) + "]b", a, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := answer(c.pattern, c.text, 0, 1, 1e7)
			if c.fails {
				require.ErrorIs(t, err, pattern.ErrBudget)
			} else {
				require.NoError(t, err)
			}
		})
	}
}

func TestFindPolls(t *testing.T) {
	p, err := pattern.Compile("a()")
	require.NoError(t, err)
	bytes := 0
	budget := pattern.Budget{Steps: 1e9, Poll: func(n int) error { bytes += n; return nil }}
	found, err := p.Find(strings.Repeat("a", 10000), 0, pattern.All, &budget)
	require.NoError(t, err)
	require.Equal(t, 10000, found.Len())
	require.GreaterOrEqual(t, bytes, 10000*4*4, "four bounds of four bytes a match")
	require.Less(t, budget.Steps, int(1e9)-20000)

	late := errors.New("late")
	budget.Poll = func(int) error { return late }
	_, err = p.Find(strings.Repeat("a", 10000), 0, pattern.All, &budget)
	require.ErrorIs(t, err, late)
}

func TestCompileBounds(t *testing.T) {
	for name, source := range map[string]string{
		"open captures":   strings.Repeat("(", 1e6),
		"nested captures": strings.Repeat("(", 5e5) + strings.Repeat(")", 5e5),
		"positions":       strings.Repeat("()", 5e5),
	} {
		_, err := pattern.Compile(source)
		require.EqualError(t, err, "too many captures", name)
	}
	_, err := pattern.Compile(strings.Repeat("(", 1000) + strings.Repeat(")", 1000))
	require.NoError(t, err)
}

func TestPatternIsSafeForConcurrentUse(t *testing.T) {
	p, err := pattern.Compile("(a*)(b-)c")
	require.NoError(t, err)
	for range 8 {
		t.Run("", func(t *testing.T) {
			t.Parallel()
			for range 100 {
				m, err := p.Find("xaabbc", 0, pattern.All, &pattern.Budget{Steps: 1e6})
				require.NoError(t, err)
				require.Equal(t, "1-6(1-3)(3-5) ", describe(m))
			}
		})
	}
}

// Random patterns of the bytes that mean something.
func TestFindLikeGopherLua(t *testing.T) {
	const bytes = "aab%%(())[]^$*+-?.1ba0"
	random := rand.New(rand.NewPCG(1, 2))
	draw := func(from string, n int) string {
		b := make([]byte, random.IntN(n))
		for i := range b {
			b[i] = from[random.IntN(len(from))]
		}
		return string(b)
	}
	matched := 0
	for range 100000 {
		source, text := draw(bytes, 12), draw("aab(1", 10)
		got, err := answer(source, text, 0, pattern.All, 100000)
		if errors.Is(err, pattern.ErrBudget) {
			continue
		}
		require.Equal(t, upstream(source, text, 0, pattern.All), got, "%q in %q", source, text)
		if err == nil && got != "" {
			matched++
		}
	}
	require.Greater(t, matched, 10000)
}

// FuzzFind compares with gopher-lua's own matcher, unless that would take long.
func FuzzFind(f *testing.F) {
	for _, c := range cases {
		f.Add(c.pattern, c.text, 0, true)
	}
	f.Add("[%a-z%d]-(%w*)$", "a-b c", 2, false)
	f.Add("(a(b()-)%2)[^]-x]?%b<>", "abb<>", 0, false)
	f.Fuzz(func(t *testing.T, source, text string, offset int, all bool) {
		if offset < 0 || len(text) > 200 || len(source) > 200 {
			t.Skip()
		}
		limit := 1
		if all {
			limit = pattern.All
		}
		got, err := answer(source, text, offset, limit, 200000)
		if errors.Is(err, pattern.ErrBudget) {
			t.Skip()
		}
		require.Equal(t, upstream(source, text, offset, limit), got)
	})
}
