package policy

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/overridekit/overridekit/override/redact"
)

// The errors of the parsers of YAML and JSON are only text. This file alone reads it.

// parserMessage is a message of a parser, or of this package about what a parser read.
type parserMessage struct {
	is     *regexp.Regexp // without the line
	shown  string         // what replaces it; empty: it stays
	late   bool           // the parser counts its line from 0
	hidden string         // what replaces it where it may quote the value of a Secret
	advice []parserAdvice
}

// parserAdvice follows a message about some documents.
type parserAdvice struct {
	about, in *regexp.Regexp // what the message and the document have; nil: all
	text      string
}

var parserMessages = []parserMessage{
	{is: regexp.MustCompile(`^(key .*) already set in map$`), shown: "$1 is repeated", hidden: "a key is repeated", advice: []parserAdvice{
		// The strict parser takes an override for a repetition.
		{in: regexp.MustCompile(`<<["']?\s*:`), text: ", or overrides a key of a merge (<<), which is not supported"},
		{about: regexp.MustCompile(`^key "apiVersion" `), in: regexp.MustCompile(`(?ms)^["']?apiVersion["']?\s*:.*^["']?apiVersion["']?\s*:`),
			text: "; is a line of --- missing between two documents?"},
	}},
	{late: true, is: regexp.MustCompile(`^(?:did not find expected (?:<stream-start>|<document start>|node content|'-' indicator|key|',' or [\]}]')` +
		`|found undefined tag handle|found incompatible YAML document|found duplicate %(?:YAML|TAG) directive)`)},
	{is: regexp.MustCompile(`^duplicate field ".*`), hidden: "a field is repeated"},
	{is: regexp.MustCompile(`^the number .*( does not fit float64)$`), hidden: "the number " + redact.Mask + "$1"},
	{is: regexp.MustCompile(`(?s)^(the document is the (?:string|boolean|number) ).*(, expected an object with apiVersion and kind)$`), hidden: "${1}" + redact.Mask + "$2"},
	{is: regexp.MustCompile(`^(the document is not valid JSON for a Kubernetes object: json: cannot unmarshal number )\S+( into .*)$`), hidden: "${1}" + redact.Mask + "$2"},
	{is: regexp.MustCompile(`^(the document is not valid JSON for a Kubernetes object: (?:invalid character '|unexpected|json: cannot unmarshal ).*)`), hidden: "$1"},
}

// parserError is a message of a parser as it is shown.
type parserError struct {
	text   string
	hidden string // without values; empty: it may quote one
}

func (e parserError) Error() string { return e.text }

// A quote around a sign, and other signs that a value follows.
var (
	sign     = regexp.MustCompile(`'[^\w\s]{1,2}'`)
	anyQuote = regexp.MustCompile("[\"'`]|key:")
)

// newParserError returns a message about a document as it is shown. It reports whether the parser counts its line from 0.
func newParserError(message string, document []byte) (shown parserError, late bool) {
	at := slices.IndexFunc(parserMessages, func(m parserMessage) bool { return m.is.MatchString(message) })
	if at < 0 {
		shown.text = brief(errors.New(message)).Error()
		shown.hidden = shown.text
		if anyQuote.MatchString(sign.ReplaceAllString(message, "")) {
			shown.hidden = ""
		}
		return shown, false
	}
	m := parserMessages[at]
	shown = parserError{text: message, hidden: message}
	if m.shown != "" {
		shown.text = m.is.ReplaceAllString(message, m.shown)
	}
	if m.hidden != "" {
		shown.hidden = m.is.ReplaceAllString(message, m.hidden)
	}
	shown.text = brief(errors.New(shown.text)).Error()
	for _, a := range m.advice {
		if (a.about == nil || a.about.MatchString(message)) && a.in.Match(document) {
			shown.text, shown.hidden = shown.text+a.text, shown.hidden+a.text
		}
	}
	return shown, m.late
}

var leadingLine = regexp.MustCompile(`^\s*(?:line (\d+): )?`)

// parserErrors returns what an error of a YAML parser says, with its lines of the stream.
func (d document) parserErrors(err error) (errs []lineError) {
	text := strings.TrimPrefix(strings.TrimPrefix(err.Error(), "error converting YAML to JSON: "), "yaml: ")
	rows := strings.SplitN(strings.TrimPrefix(text, "unmarshal errors:\n"), "\n", maxLines+1)
	if len(rows) > maxLines {
		rows[maxLines] = "and more"
	}
	lines := d.lineMap()
	last := 1 + breaks(bytes.TrimRight(d.text, " \t\r\n")) + len(lines.other)
	for _, row := range rows {
		at := leadingLine.FindStringSubmatch(row)
		shown, late := newParserError(row[len(at[0]):], d.text)
		if at[1] == "" {
			errs = append(errs, lineError{0, shown})
			continue
		}
		line, _ := strconv.Atoi(at[1])
		if late { // not after the last line: what is missing there was expected in it
			line = min(line+1, last)
		}
		errs = append(errs, lineError{lines.line(line), shown})
	}
	return errs
}

// A directive at the beginning of a line.
var directive = regexp.MustCompile(`^%(?:YAML|TAG)\b`)

// yamlError returns a YAML error with lines of the stream.
func (d document) yamlError(err error) error {
	var errs []error
	for _, e := range d.parserErrors(err) {
		if name := directive.Find(d.text[contentStart(d.text):]); name != nil && e.err.Error() == "did not find expected <document start>" {
			return lineError{d.contentLine(), fmt.Errorf("found the directive %s, expected none, because a line of --- begins another document, also for kubectl", name)}
		}
		errs = append(errs, e)
	}
	return errors.Join(errs...)
}

// withoutValues returns the error of a text that cannot be parsed, without secret values. If a message may quote a value, all are replaced; the line of the
// first stays.
func withoutValues(err error) error {
	var errs []error
	rows := byLine(err)
	for _, row := range rows {
		message, known := row.err.(parserError)
		if !known {
			message, _ = newParserError(row.err.Error(), nil)
		}
		if message.hidden == "" {
			return lineError{rows[0].line, redact.Hide(err, "the document cannot be read; the reason is not shown, because it may quote the value of a Secret")}
		}
		errs = append(errs, lineError{row.line, redact.Hide(row.err, message.hidden)})
	}
	return errors.Join(errs...)
}
