package dialect

import "strings"

// Nearest returns the name that is most like the wrong one, if it is within the greatest distance, and "" otherwise. The case of letters
// does not count.
func Nearest[T any](wrong string, names map[string]T, most int) string {
	best, meant := most, ""
	for name := range names {
		if far := len(wrong) - len(name); far > best || -far > best {
			continue // the distance is not less
		}
		d := distance(strings.ToLower(wrong), strings.ToLower(name))
		if d < best || d == best && (meant == "" || name < meant) {
			best, meant = d, name
		}
	}
	return meant
}

// distance returns the Levenshtein distance of two strings, in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
