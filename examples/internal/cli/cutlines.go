package cli

import (
	"bytes"
	"io"
	"unicode/utf8"
)

// errorWidth is the number of characters after which lines of notes, warnings and errors are cut.
const errorWidth = 2_000

// CutLines returns a writer that cuts long lines. It expects whole lines in each call.
func CutLines(out io.Writer) io.Writer { return lineCutter{out} }

type lineCutter struct{ out io.Writer }

func (c lineCutter) Write(text []byte) (int, error) {
	var b bytes.Buffer
	for line := range bytes.Lines(text) {
		end, shown := 0, 0
		for end < len(line) && shown < errorWidth {
			_, size := utf8.DecodeRune(line[end:])
			end, shown = end+size, shown+1
		}
		b.Write(line[:end])
		if rest := line[end:]; len(bytes.TrimSuffix(rest, []byte("\n"))) > 0 {
			b.WriteString("…\n")
			continue
		}
		b.Write(line[end:])
	}
	if _, err := c.out.Write(b.Bytes()); err != nil {
		return 0, err
	}
	return len(text), nil
}
