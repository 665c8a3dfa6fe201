package cli

import (
	"errors"
	"fmt"
	"html/template"
	"io"
	"strings"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/files"
)

// Fault is what cannot be read: a part of each report, which would look as if nothing was wrong without it.
type Fault struct {
	File     string `json:"file,omitempty"`     // empty: the error is not about a file
	Document int    `json:"document,omitempty"` // in the file, counted from 1; 0: the whole file
	Line     int    `json:"line,omitempty"`     // in the file, counted from 1; 0: the whole file
	Error    string `json:"error"`              // without the place
}

// FaultsOf returns errors with their places.
func FaultsOf(errs []error) []Fault {
	var all []Fault
	for _, err := range errs {
		f := Fault{Error: err.Error()}
		var placed *files.Error
		if errors.As(err, &placed) {
			f.File, f.Document, f.Line = placed.Place.File, placed.Place.Document, placed.Place.Line
			f.Error = strings.TrimPrefix(f.Error, placed.Place.Prefix())
		}
		all = append(all, f)
	}
	return all
}

// String returns the place and the error.
func (f Fault) String() string {
	return files.Place{File: f.File, Document: f.Document, Line: f.Line}.Prefix() + f.Error
}

// WriteFaults prints faults as a list in Markdown.
func WriteFaults(out io.Writer, all []Fault) error {
	if len(all) == 0 {
		return nil
	}
	return listFaults(out, "\n**Not everything was read**, so this is not the whole result:", all)
}

func listFaults(out io.Writer, head string, all []Fault) error {
	if _, err := fmt.Fprintf(out, "%s\n\n", head); err != nil {
		return err
	}
	for _, f := range all[:min(most, len(all))] {
		if _, err := fmt.Fprintf(out, "- %s\n", words.CodeSpan(words.OneLine(Cut(f.String())))); err != nil {
			return err
		}
	}
	if more := len(all) - most; more > 0 {
		_, err := fmt.Fprintf(out, "- %s\n", More(more, "error"))
		return err
	}
	return nil
}

// NotRead is the error of a command that computes nothing, because of what cannot be read.
type NotRead struct {
	Err    error
	Faults []Fault
}

func (e *NotRead) Error() string { return e.Err.Error() }
func (e *NotRead) Unwrap() error { return e.Err }

// FaultsIn returns the faults of a [NotRead], and nil for another error.
func FaultsIn(err error) []Fault {
	var of *NotRead
	if !errors.As(err, &of) {
		return nil
	}
	return of.Faults
}

// Failed prints the report of a command that failed: the faults of a [NotRead]. It returns the error of the command, or that of writing.
func Failed(out io.Writer, format string, failed error) error {
	faults := FaultsIn(failed)
	if len(faults) == 0 {
		return failed
	}
	var err error
	switch format {
	case "json":
		err = WriteJSON(out, map[string][]Fault{"notRead": faults})
	case "markdown":
		err = listFaults(out, "**Nothing is compared**, because some documents cannot be read:", faults)
	case "html":
		err = faultPage.Execute(out, faults)
	}
	if err != nil {
		return err
	}
	return failed
}

// faultPage is a page that loads nothing.
var faultPage = template.Must(template.New("faults").Funcs(template.FuncMap{"short": Cut}).Parse(`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="color-scheme" content="light dark">
<title>Not read</title>
</head>
<body>
<h1>Nothing is compared</h1>
<p>Some documents cannot be read:</p>
<ul>
{{- range .}}
<li>{{short .String}}</li>
{{- end}}
</ul>
</body>
</html>
`))
