package suite

import (
	"errors"
	"os"
	"path/filepath"
	"slices"

	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/policy"
	"github.com/overridekit/overridekit/propagation/simulation/events"
)

// Case is a case, or a cell of a matrix.
type Case struct {
	Name   string // the path of its folder below that of the suite, with slashes; of a cell, with /VALUE,VALUE at the end
	Reason string // the comment at the top of its first file, in one line
	File   string // case.yaml, or input.yaml without it

	suite    *Suite
	folder   string
	settings *settings
	common   []*entry // of the suite and of shared folders
	read     []*entry // named by case.yaml
	base     *base    // both
	input    *entry   // nil without
	replace  *entry   // nil without
	events   *entry   // nil without
	story    []events.Event
	golden   string // the path of the golden files without the end, such as folder/want
}

// Options are how cases are checked.
type Options struct {
	Update bool   // write golden files that are missing or differ
	Hint   string // how to update, for messages, such as "-update"; empty: messages do not mention it

	// Hide has the fields of objects whose values differences and assertions do not show. Nil: those of Secrets. Assertions never show those of Secrets
	// either, and golden files have all values.
	Hide redact.Places
}

// Check runs the case. It may be called at the same time as the Check of other cases. The report is never nil. A case that [Load] has not returned fails.
func (c *Case) Check(o Options) *Report {
	r := &Report{Case: c}
	if !c.isOfSuite() {
		r.fail(Failure{Message: "found a case that Load has not returned, expected one of a suite"})
		return r
	}
	in := c.load(r)
	if in == nil {
		return r
	}
	c.compareOutcome(in, r, o)
	c.checkMore(in.hiding(o.Hide), r, o)
	return r
}

// compareOutcome compares the outcome with its golden file, which may be optional. Without it, documents that cannot be read are failures.
func (c *Case) compareOutcome(in *input, r *Report, o Options) {
	file, e := c.golden+".yaml", newEffects()
	r.policies = in.policies
	if _, err := os.Lstat(file); c.settings.otherwise() && errors.Is(err, os.ErrNotExist) {
		for _, err := range in.unread {
			f := Failure{File: c.input.Name, Message: err.Error()}
			var document *policy.Error
			if errors.As(err, &document) {
				f.Line, f.Message = document.Line, withoutPlace(err)
			}
			r.fail(f)
		}
		if c.settings.plan.value == "works" { // its golden file has all outcomes
			for _, object := range in.objects {
				e.observe(in, object, in.set.Select(object).Variants(in.clusters))
			}
		} else {
			in.effects = e
		}
		r.effects = e
		return
	}
	got, err := in.outcome(e, len(c.settings.matrix) > 0)
	if err != nil {
		r.fail(Failure{File: c.File, Message: err.Error()})
		return
	}
	r.effects = e
	text := got.text()
	r.compareText(golden{
		file: file, text: text, objects: true,
		changes: got.changesFrom,
		differ: func(want string, m *masker) string {
			got := got.hidden(m)
			d := newDifference(want, got)
			return got.failed(d.want) + firstLines(d.text(filepath.Base(file), want, got.text())) + c.why(in, got, d.want)
		},
	}, o)
}

// Files returns every file that the case reads, and the golden files, sorted. They are named as the folder and the paths were given. It does not return
// files that only a later call of [Load] would find.
func (c *Case) Files() []string {
	if !c.isOfSuite() {
		return nil
	}
	names := append(c.goldenFiles(), c.File)
	if c.events != nil {
		names = append(names, c.events.Name)
	}
	for _, e := range c.entries() {
		names = append(names, e.Name)
	}
	for i, name := range names {
		names[i] = filepath.Clean(name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// isOfSuite reports whether Load has made the case.
func (c *Case) isOfSuite() bool { return c.settings != nil }

// entries returns the files with the documents of the case, in their order.
func (c *Case) entries() []*entry {
	return slices.Concat(c.base.entries, c.own())
}

// own returns the files of the case itself with documents, in their order.
func (c *Case) own() []*entry {
	var all []*entry
	for _, e := range []*entry{c.replace, c.input} {
		if e != nil {
			all = append(all, e)
		}
	}
	return all
}

// goldenFiles returns the golden files that the case may have.
func (c *Case) goldenFiles() []string {
	names := []string{c.golden + ".yaml"}
	if c.settings.plan.value != "" {
		names = append(names, c.golden+planEnd)
	}
	if c.settings.plan.value == "works" {
		names = append(names, c.golden+worksEnd)
	}
	return names
}
