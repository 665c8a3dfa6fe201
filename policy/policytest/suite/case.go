package suite

import (
	"path/filepath"
	"slices"

	"github.com/overridekit/overridekit/policy/files"
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
	input    *entry   // nil without
	replace  *entry   // nil without
	golden   string   // the path of the golden files without the end, such as folder/want
}

// Options are how cases are checked.
type Options struct {
	Update bool   // write golden files that are missing or differ
	Hint   string // how to update, for messages, such as "-update"
}

// Check runs the case. It may be called at the same time as the Check of other cases. The report is never nil.
func (c *Case) Check(o Options) *Report {
	r := &Report{Case: c, effects: &effects{}}
	in := c.load(r)
	if in == nil {
		return r
	}
	got, err := in.outcome(r.effects)
	if err != nil {
		r.fail(Failure{File: c.File, Message: err.Error()})
		return r
	}
	r.compare(c.golden+".yaml", got, o)
	return r
}

// Files returns every file that the case reads, and the golden files, sorted. They are named as the folder and the paths were given. A file that a later
// call of [Load] would find is not among them.
func (c *Case) Files() []string {
	names := []string{c.File, c.golden + ".yaml"}
	for _, e := range c.entries() {
		names = append(names, e.Name)
	}
	for i, name := range names {
		names[i] = filepath.Clean(name)
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// entries returns the files with the documents of the case, in their order.
func (c *Case) entries() []*entry {
	all := slices.Concat(c.common, c.read)
	for _, e := range []*entry{c.replace, c.input} {
		if e != nil {
			all = append(all, e)
		}
	}
	return all
}

// add adds the cases of a folder, unless they are malformed. It reports whether they are a matrix.
func (f *finder) add(name, folder string, own map[string]bool, common []*entry) (matrix bool) {
	c := &Case{Name: name, suite: f.suite, folder: folder, common: common, settings: &settings{}, golden: filepath.Join(folder, "want")}
	claim := func(name string) *entry {
		if !own[name] {
			return nil
		}
		e := f.suite.library.entry(files.File{Name: filepath.Join(folder, name)})
		f.claimed[e.path] = true
		return e
	}
	claim(wantFile)
	c.input, c.replace = claim(inputFile), claim(replaceFile)
	c.File = filepath.Join(folder, inputFile)
	if e := claim(caseFile); e != nil {
		c.File = e.Name
	}
	reason, err := reasonIn(c.File)
	if err != nil {
		f.errs = append(f.errs, err)
		return false
	}
	if c.Reason = reason; reason == "" {
		f.fail(c.File, 1, "no reason found, expected a comment at the top with the reason for the case")
		return false
	}
	if slices.ContainsFunc(common, func(e *entry) bool { return f.broken[e] }) {
		return false // reported where it is broken
	}
	f.cases = append(f.cases, c)
	return false
}

// settings are the content of case.yaml.
type settings struct{}
