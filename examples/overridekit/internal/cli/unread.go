package cli

import (
	"fmt"
	"io"

	"github.com/overridekit/overridekit/override/words"
)

// WriteUnread prints errors about what cannot be read as a list in Markdown. Without it, a report would look as if nothing was wrong.
func WriteUnread(out io.Writer, errs []string) error {
	if len(errs) == 0 {
		return nil
	}
	if _, err := fmt.Fprintf(out, "\n**Not everything was read**, so this is not the whole result:\n\n"); err != nil {
		return err
	}
	for _, text := range errs[:min(most, len(errs))] {
		if _, err := fmt.Fprintf(out, "- %s\n", words.CodeSpan(words.OneLine(Cut(text)))); err != nil {
			return err
		}
	}
	if more := len(errs) - most; more > 0 {
		_, err := fmt.Fprintf(out, "- %s\n", More(more, "error"))
		return err
	}
	return nil
}
