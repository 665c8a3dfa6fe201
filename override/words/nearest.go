package words

import "strings"

// Nearest returns the word that is most like the wrong one, or "" if every word differs in more than one letter and in more than a third of the
// letters. The case of letters does not count. A wrong word of more than 100 bytes has no nearest one.
func Nearest(wrong string, words []string) string {
	best, meant := max(1, len(wrong)/3)+1, ""
	if len(wrong) > 100 {
		return ""
	}
	for _, word := range words {
		if len(word) >= len(wrong)+best || len(wrong) >= len(word)+best {
			continue // the distance is not less
		}
		if d := Distance(strings.ToLower(wrong), strings.ToLower(word)); d < best {
			best, meant = d, word
		}
	}
	return meant
}

// DidYouMean returns, for example, ", did you mean member1?", or "" if no word is near.
func DidYouMean(wrong string, words []string) string {
	if word := Nearest(wrong, words); word != "" {
		return ", did you mean " + word + "?"
	}
	return ""
}

// Distance returns the Levenshtein distance of two strings, in bytes. It takes time in proportion to the product of their lengths.
func Distance(a, b string) int {
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
