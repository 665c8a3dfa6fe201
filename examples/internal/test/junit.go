package test

import (
	"encoding/xml"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// The elements of JUnit XML that GitHub, GitLab and Jenkins read, see github.com/testmoapp/junitxml.
type (
	junitSuites struct {
		XMLName  xml.Name   `xml:"testsuites"`
		Tests    int        `xml:"tests,attr"`
		Failures int        `xml:"failures,attr"`
		Errors   int        `xml:"errors,attr"`
		Time     string     `xml:"time,attr,omitempty"`
		Suite    junitSuite `xml:"testsuite"`
	}
	junitSuite struct {
		Name     string      `xml:"name,attr"`
		Tests    int         `xml:"tests,attr"`
		Failures int         `xml:"failures,attr"`
		Errors   int         `xml:"errors,attr"`
		Time     string      `xml:"time,attr,omitempty"`
		Cases    []junitCase `xml:"testcase"`
	}
	junitCase struct {
		Name    string        `xml:"name,attr"`
		Class   string        `xml:"classname,attr"`
		File    string        `xml:"file,attr,omitempty"`
		Time    string        `xml:"time,attr,omitempty"`
		Failure *junitProblem `xml:"failure"`
		Error   *junitProblem `xml:"error"`
	}
	junitProblem struct {
		Message string `xml:"message,attr"`
		Type    string `xml:"type,attr"`
		Text    string `xml:",cdata"` // without characters that XML cannot have
	}
)

// writeJUnit prints JUnit XML. Untested policies and load errors are testcases too.
func writeJUnit(out io.Writer, o *outcome, timed bool) error {
	name := className(o.folder)
	seconds := func(took time.Duration) string {
		if !timed {
			return ""
		}
		return fmt.Sprintf("%.3f", took.Seconds())
	}
	s := junitSuite{Name: name, Time: seconds(o.took)}
	add := func(c junitCase, r *suite.Report) {
		if r.Failed() {
			c.Failure = &junitProblem{firstLine(r.Failures[0].String()), "failure", cleanLines(r.String())}
			s.Failures++
		}
		s.Cases = append(s.Cases, c)
	}
	for _, r := range o.results {
		add(junitCase{Name: clean(r.Case.Name), Class: name, File: clean(filepath.ToSlash(r.Case.File)), Time: seconds(r.took)}, r.Report)
	}
	if o.untested.Failed() {
		add(junitCase{Name: "policies that no case tests", Class: name, File: clean(filepath.ToSlash(o.untested.Failures[0].File))}, o.untested)
	}
	for _, f := range o.errors {
		problem := &junitProblem{firstLine(f.String()), "error", cleanLines(f.String())}
		s.Cases = append(s.Cases, junitCase{Name: "malformed: " + firstLine(f.String()), Class: name, File: clean(filepath.ToSlash(f.File)), Error: problem})
		s.Errors++
	}
	s.Tests = len(s.Cases)
	if _, err := io.WriteString(out, xml.Header); err != nil {
		return err
	}
	encoder := xml.NewEncoder(out)
	encoder.Indent("", "  ")
	if err := encoder.Encode(junitSuites{Tests: s.Tests, Failures: s.Failures, Errors: s.Errors, Time: s.Time, Suite: s}); err != nil {
		return err
	}
	_, err := io.WriteString(out, "\n")
	return err
}

// className returns the name of a folder without the steps up to it.
func className(folder string) string {
	name := filepath.ToSlash(filepath.Clean(folder))
	for strings.HasPrefix(name, "../") {
		name = name[len("../"):]
	}
	if name = clean(strings.Trim(name, "/")); name == "." || name == ".." || name == "" {
		return "cases"
	}
	return name
}

// firstLine returns the first line of a message, shortened.
func firstLine(message string) string {
	line, _, _ := strings.Cut(message, "\n")
	return clean(words.Clip(line, 300))
}

// cleanLines replaces control characters, except line breaks and tabs.
func cleanLines(text string) string {
	lines := strings.Split(text, "\n")
	for i := range lines {
		lines[i] = clean(lines[i])
	}
	return strings.Join(lines, "\n")
}
