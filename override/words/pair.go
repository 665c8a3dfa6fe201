package words

import (
	"unicode/utf8"
)

// Pair shortens two different strings around their first difference, so that both together have at most limit characters, with a mark "…" for
// each part that is left out. The difference is visible if limit is 100 or more.
//
//  1. Both are returned as they are if they have at most limit characters together.
//  2. Each has half of the characters. One that needs fewer leaves the rest to the other.
//  3. If the strings differ late, both begin 20 characters before their first difference, or earlier if their ends are short.
//     Otherwise they keep their beginnings.
func Pair(before, after string, limit int) (string, string) {
	if length(before)+length(after) <= limit {
		return before, after
	}
	half, same := limit/2, commonPrefix(before, after)
	rest := max(length(before), length(after)) - length(same)
	if context := max(20, half-1-rest); length(same) > max(limit/4, context) {
		from := len(same)
		for range context {
			_, size := utf8.DecodeLastRuneInString(same[:from])
			from -= size
		}
		before, after = "…"+before[from:], "…"+after[from:]
	}
	return clipWithMark(before, max(half, limit-length(after))), clipWithMark(after, max(half, limit-length(before)))
}

func length(s string) int { return utf8.RuneCountInString(s) }

// clipWithMark is [Clip], but the mark counts as one of the characters.
func clipWithMark(s string, limit int) string {
	if length(s) <= limit {
		return s
	}
	return Clip(s, limit-1)
}

// commonPrefix returns the whole characters with which both strings begin.
func commonPrefix(a, b string) string {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for n > 0 && n < len(a) && !utf8.RuneStart(a[n]) {
		n--
	}
	return a[:n]
}
