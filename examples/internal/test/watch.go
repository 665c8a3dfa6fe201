package test

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/policy/policytest/suite"
)

// session is the state of --watch.
type session struct {
	env      *cli.Env
	opts     options
	watcher  *watcher
	known    map[string]known // the cases that ran last, by name
	errors   string           // what was malformed
	untested string           // what no case tested
	status   int
}

// known is what is known of a case.
type known struct {
	files  []string
	report *suite.Report
}

// watch checks all cases, and then those that read a file that was saved, until the context is done.
func watch(ctx context.Context, env *cli.Env, opts options, notes *input.Notes) error {
	w, err := newWatcher()
	if err != nil {
		return err
	}
	defer w.Close()
	s := &session{env: env, opts: opts, watcher: w}
	for saved := (&saves{lost: true}); saved != nil; {
		if err := s.check(saved); err != nil {
			return err
		}
		if saved, err = w.next(ctx); err != nil {
			return err
		}
	}
	notes.Status = s.status
	return nil
}

// check checks the cases that saves touch, and those that are new or read other files than before.
func (s *session) check(saved *saves) error {
	first := s.known == nil
	loaded, malformed, err := s.watcher.load(&s.opts)
	if err != nil {
		return err
	}
	all := &outcome{folder: s.opts.folder, errors: failuresOf(malformed)}
	selected, err := s.opts.selected(loaded)
	if err != nil && first && malformed == nil {
		return err
	}
	now := map[string]known{}
	why := s.due(selected, saved, now)
	out := bufio.NewWriter(s.env.Out)
	changed := s.tell(out, all, len(selected), why, now)
	text := &textWriter{out: out, color: s.env.Color, verbose: s.opts.verbose || !first && len(why) <= 20}
	due := slices.DeleteFunc(slices.Clone(selected), func(c *suite.Case) bool { _, is := why[c.Name]; return !is })
	var ran []result
	checkAll(due, s.opts.checker(nil), func(r result) {
		if !first {
			r.why = why[r.Case.Name]
		}
		now[r.Case.Name] = known{now[r.Case.Name].files, r.Report}
		ran = append(ran, r)
		text.result(r)
		_ = out.Flush() // the error stays, and is returned below
	})
	for _, c := range selected {
		report := *now[c.Name].report
		report.Case = c // of this suite
		all.results = append(all.results, result{Report: &report})
	}
	all.untested = loaded.Untested(all.reports(), s.opts.suite())
	if u := all.untested.String(); u != s.untested {
		s.untested, changed = u, true
		text.untested(all.untested)
	}
	s.known, s.status = now, all.status()
	if changed || len(ran) > 0 {
		s.summarize(out, all, ran, first)
	}
	return out.Flush()
}

// due returns the cases to check and, for each, the file that triggered it. It adds all cases to now.
func (s *session) due(cases []*suite.Case, saved *saves, now map[string]known) map[string]string {
	why, at, touched := map[string]string{}, places{}, map[string]bool{}
	for _, c := range cases {
		before, is := s.known[c.Name]
		k := known{c.Files(), before.report}
		now[c.Name] = k
		if !is {
			why[c.Name] = c.File
			continue
		}
		if saved.lost {
			why[c.Name] = "many files"
			continue
		}
		if !slices.Equal(before.files, k.files) {
			why[c.Name] = firstDifference(before.files, k.files)
			continue
		}
		for _, name := range k.files {
			hit, known := touched[name]
			if !known {
				hit = saved.touched(name, at)
				touched[name] = hit
			}
			if hit {
				why[c.Name] = name
				break
			}
		}
	}
	return why
}

// firstDifference returns the first name that only one of two sorted lists has.
func firstDifference(a, b []string) string {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return min(a[i], b[i])
		}
	}
	if len(a) > len(b) {
		return a[len(b)]
	}
	return b[len(a)]
}

// tell prints the saved files and new errors. It reports whether the errors or the set of cases changed.
func (s *session) tell(out *bufio.Writer, all *outcome, cases int, why map[string]string, now map[string]known) (changed bool) {
	var texts, gone, files []string
	for _, f := range all.errors {
		texts = append(texts, f.String())
	}
	for name := range s.known {
		if _, is := now[name]; !is {
			gone = append(gone, name)
		}
	}
	for _, file := range why {
		files = append(files, file)
	}
	slices.Sort(gone)
	slices.Sort(files)
	if files = slices.Compact(files); s.known != nil && len(files) > 0 {
		fmt.Fprintf(out, "\n%s: %d of %s\n", clean(listed(files)), len(why), counted(cases, "case"))
	}
	if len(gone) > 0 {
		fmt.Fprintf(out, "\nno longer checked: %s\n", clean(listed(gone)))
	}
	_ = out.Flush() // before errors; its own error stays
	if joined := strings.Join(texts, "\n"); joined != s.errors {
		s.errors, changed = joined, true
		tellErrors(all.errors, &input.Notes{Out: s.env.Err})
	}
	return changed || len(gone) > 0
}

// listed returns at most three names.
func listed(names []string) string {
	const most = 3
	if more := len(names) - most; more > 0 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), more)
	}
	return strings.Join(names, ", ")
}

// summarize prints the number of cases that ran, and of all cases.
func (s *session) summarize(out *bufio.Writer, all *outcome, ran []result, first bool) {
	if first || len(ran) == len(all.results) {
		fmt.Fprintln(out, all.summary())
		if first {
			fmt.Fprintf(out, "watching %s, Ctrl-C ends\n", counted(len(s.watcher.watched), "folder"))
		}
		return
	}
	fmt.Fprintf(out, "%s\nall %s\n", (&outcome{results: ran, untested: &suite.Report{}}).summary(), all.summary())
}
