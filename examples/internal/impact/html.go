package impact

import (
	"crypto/sha256"
	_ "embed" // the parts of the page
	"encoding/base64"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
)

// The parts of the page.
var (
	//go:embed page.html
	pageHTML string
	//go:embed page.css
	pageCSS string
	//go:embed page.js
	pageJS string
)

// page is what the template shows.
type page struct {
	*matrix
	Policy        string // the Content-Security-Policy: only this style and this script, and no request
	Style, Script template.HTML
}

// symbols are what cells show besides their color.
var symbols = map[string]string{"changed": "~", "added": "+", "removed": "−", failing: "!", "unchanged": "·"}

// diffLine is a line of a diff with its class.
type diffLine struct{ Class, Text string }

var pageTemplate = template.Must(template.New("page").Funcs(template.FuncMap{
	"symbol": func(kind string) string { return symbols[kind] },
	"short":  cli.Cut,
	"lines":  diffLines,
}).Parse(pageHTML))

// writeHTML prints the matrix as one page that needs no other file. Its Content-Security-Policy allows no request, and no script and style but
// the ones of the page, which never depend on the input.
func writeHTML(out io.Writer, m *matrix) error {
	policy := fmt.Sprintf("default-src 'none'; script-src '%s'; style-src '%s'; base-uri 'none'; form-action 'none'", hashOf(pageJS), hashOf(pageCSS))
	return pageTemplate.Execute(out, page{
		matrix: m, Policy: policy,
		Style: template.HTML("<style>" + pageCSS + "</style>"), Script: template.HTML("<script>" + pageJS + "</script>"),
	})
}

// Kinds returns the kinds of cells, for the legend.
func (page) Kinds() []string { return []string{"changed", "added", "removed", failing, "unchanged"} }

// Limits reports what the page does not show, or returns "".
func (p page) Limits() string {
	var left []string
	if n := p.Counts.Objects - len(p.Rows); n > 0 {
		left = append(left, cli.More(n, "object"))
	}
	if p.Left > 0 {
		left = append(left, cli.More(p.Left, "cluster"))
	}
	if len(left) == 0 {
		return ""
	}
	return fmt.Sprintf("Not shown: %s. The page has the %s and %s with the most differences.",
		strings.Join(left, " and "), cli.Plural(len(p.Rows), "object"), cli.Plural(len(p.Clusters), "cluster"))
}

// hashOf returns the hash of a script or a style for a Content-Security-Policy.
func hashOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return "sha256-" + base64.StdEncoding.EncodeToString(sum[:])
}

// diffLines returns the lines of a diff for the page.
func diffLines(diff string) []diffLine {
	var lines []diffLine
	for text := range strings.Lines(diff) {
		text = strings.TrimSuffix(text, "\n")
		class := ""
		switch {
		case len(lines) < 2 || text == "":
		case text[0] == '+':
			class = "plus"
		case text[0] == '-':
			class = "minus"
		case text[0] == '@':
			class = "hunk"
		}
		lines = append(lines, diffLine{class, text})
	}
	return lines
}
