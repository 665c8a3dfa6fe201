package suite

import (
	"errors"
	"io"
	"os"
	"strings"
	"unicode"
)

// maxReason is how much of a file is read to find the reason for a case.
const maxReason = 16 << 10

// reasonIn returns the reason for a case in a file.
func reasonIn(name string) (string, error) {
	if err := checkFile(name); err != nil {
		return "", err
	}
	file, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer file.Close()
	top := make([]byte, maxReason)
	n, err := io.ReadFull(file, top)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return "", err
	}
	return reasonOf(string(top[:n])), nil
}

// reasonOf returns the comment at the beginning of a text, as one line. Only a byte order mark, blank lines and a document marker may be before it.
func reasonOf(text string) string {
	var words []string
	for row := range strings.Lines(strings.TrimPrefix(text, "\ufeff")) {
		row = strings.TrimSpace(row)
		comment, ok := strings.CutPrefix(row, "#")
		switch {
		case ok:
			if isReason(comment) {
				words = append(words, strings.Fields(comment)...)
			}
		case len(words) > 0 || row != "" && row != "---":
			return strings.Join(words, " ")
		}
	}
	return strings.Join(words, " ")
}

// isReason reports whether a line of a comment has words for people, not a ruler or the setting of an editor.
func isReason(comment string) bool {
	comment = strings.TrimSpace(comment)
	return strings.ContainsFunc(comment, unicode.IsLetter) && !strings.HasPrefix(comment, "yaml-language-server:")
}
