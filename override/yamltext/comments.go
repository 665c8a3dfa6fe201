package yamltext

import "bytes"

// Limits of comments after nested lists and maps. The parser makes some 10^9 of these steps in a second.
const (
	maxCommentSteps = 50_000_000
	maxLevels       = 10_000 // that the parser accepts
	minLevels       = 100    // with fewer levels, a text is read fast enough
)

// commentSteps returns the number of levels that a line opens, such as "- - ? -", times the number of comments below it, up to the
// next such line; for all these lines together. Levels with lines of their own need a text that is quadratic in their number.
func commentSteps(text []byte) (steps int) {
	if bytes.Count(text, []byte("#")) < maxCommentSteps/maxLevels {
		return 0
	}
	levels := 0
	for at, end := 0, 0; at < len(text); at = end + breakLength(text[end:]) {
		end = lineEnd(text, at)
		if opened := levelsOf(text[at:end]); opened >= minLevels {
			levels = opened
		}
		steps += levels * bytes.Count(text[at:end], []byte("#"))
	}
	return steps
}

// levelsOf returns the number of lists and maps that a line opens before its first scalar.
func levelsOf(line []byte) (levels int) {
	for {
		line = bytes.TrimLeft(line, " \t")
		if len(line) < 2 || bytes.IndexByte([]byte("-?:"), line[0]) < 0 || line[1] != ' ' && line[1] != '\t' {
			return levels
		}
		levels, line = levels+1, line[1:]
	}
}
