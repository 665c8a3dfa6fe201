package textedit

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestHistory edits a text of distinct characters many times, and checks the offset of each character.
func TestHistory(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		next := rune(0x4e00) // the next unused character
		fresh := func(n int) string {
			var b strings.Builder
			for range n {
				b.WriteRune(next)
				next++
			}
			return b.String()
		}
		var h history
		texts := []string{fresh(r.IntN(30))}
		for range 1 + r.IntN(70) {
			text := texts[len(texts)-1]
			runes := []rune(text)
			var s splices
			for at := 0; at <= len(runes) && len(s) < 4; at++ {
				if r.IntN(6) == 0 {
					end := min(at+r.IntN(4), len(runes))
					s = append(s, splice{len(string(runes[:at])), len(string(runes[:end])), fresh(r.IntN(3))})
					at = end
				}
			}
			h.add(s, len(text))
			texts = append(texts, string(s.apply([]byte(text), nil, 0)))
		}
		last := texts[len(texts)-1]
		for edits, text := range texts {
			require.Equal(t, len(last), h.now(len(text), edits), "the end of the text moves to the new end")
			for at, c := range text {
				if want := strings.IndexRune(last, c); want >= 0 && !gone(texts[edits:], c) {
					require.Equal(t, want, h.now(at, edits), "character %d of edit %d, seed %d", at, edits, seed)
				} else {
					require.LessOrEqual(t, h.now(at, edits), len(last), "a removed character has an offset in the text")
				}
			}
		}
	}
}

func gone(texts []string, c rune) bool {
	return slices.ContainsFunc(texts, func(text string) bool { return !strings.ContainsRune(text, c) })
}

// TestHistorySize checks that the size of the history of n edits is O(n log n).
func TestHistorySize(t *testing.T) {
	t.Parallel()
	size := func(edits int) (spans int) {
		var h history
		for i := range edits {
			h.add(splices{{i, i, "xy"}}, 10*edits+2*i)
		}
		for _, level := range h.spans {
			for _, span := range level {
				spans += len(span)
			}
		}
		return spans
	}
	require.LessOrEqual(t, size(4096), 5*size(1024), "four times the edits")
	require.LessOrEqual(t, size(4096), 2*4096*13)
}
