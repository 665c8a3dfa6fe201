package lint

import (
	"fmt"
	"io"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/lint"
)

// writeText prints one line for each finding, its fix if it is shown, and a summary. A line has the whole message, because its end may
// tell what to do.
func writeText(w io.Writer, all []finding, c *common) error {
	for i := range all {
		f := &all[i]
		fmt.Fprintf(w, "%s%s: %s: %s: %s (%s)\n", cli.Cut(f.place()), f.Severity, cli.Cut(f.about().String()), cli.Cut(f.Path), input.OneLine(f.Message), f.Code)
		if f.ShownFix != "" {
			fmt.Fprintln(w, "    fix: "+cli.Cut(f.ShownFix))
		}
	}
	_, err := fmt.Fprintln(w, summary(all, c))
	return err
}

// writeMarkdown prints a table of the findings, and a summary.
func writeMarkdown(w io.Writer, all []finding, c *common) error {
	table := &cli.Table{Width: 1000} // of a whole message
	table.Row("PLACE", "SEVERITY", "POLICY", "FIELD", "MESSAGE", "CODE")
	for i := range all {
		f := &all[i]
		place := f.File
		if f.Line > 0 {
			place = fmt.Sprintf("%s:%d", f.File, f.Line)
		}
		table.Row(place, f.Severity.String(), f.about().String(), f.Path, f.Message, string(f.Code))
	}
	if len(all) > 0 {
		if err := table.Markdown(w); err != nil {
			return err
		}
		fmt.Fprintln(w)
	}
	_, err := fmt.Fprintln(w, summary(all, c))
	return err
}

// codeJSON is a code in JSON.
type codeJSON struct {
	Code     lint.Code     `json:"code"`
	Severity lint.Severity `json:"severity"`
	About    string        `json:"about"`
}

// writeCodes prints the table of codes.
func writeCodes(w io.Writer, format string) error {
	table, list := &cli.Table{}, []codeJSON{}
	table.Row("CODE", "SEVERITY", "ABOUT")
	for _, info := range lint.Codes() {
		table.Row(string(info.Code), info.Severity.String(), info.About)
		list = append(list, codeJSON{info.Code, info.Severity, info.About})
	}
	switch format {
	case "json":
		return cli.WriteJSON(w, list)
	case "markdown":
		return table.Markdown(w)
	}
	return table.Text(w)
}
