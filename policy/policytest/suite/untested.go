package suite

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
)

// placedPolicy is a policy and its place.
type placedPolicy struct {
	policyKey
	own    bool // of input.yaml or replace.yaml
	used   bool // replace.yaml does not replace it
	policy *override.Policy
}

// policyKey is the place of a policy, which has another name for each namespace that cases give to documents without one.
type policyKey struct {
	path  string
	index int // among the policies of the file
}

// policyList has the policies of several files.
type policyList struct {
	all   []placedPolicy
	named map[override.Ref]int // their indexes
}

// placed returns the policies of files of a case.
func (in *input) placed(entries []*entry, c *Case) *policyList {
	l := &policyList{named: map[override.Ref]int{}}
	for _, e := range entries {
		source, err := e.read(c.base.namespace)
		if err != nil {
			continue // it is a failure of the case
		}
		for i, p := range source.Bundle().Policies {
			inSet, ok := in.set.Get(p.Ref())
			used := ok && inSet == p
			if used {
				l.named[p.Ref()] = len(l.all)
			}
			l.all = append(l.all, placedPolicy{policyKey{e.path, i}, e == c.input || e == c.replace, used, p})
		}
	}
	return l
}

// Untested compares what no case tests with golden files, or writes it there: policies that select no object in any case, rules that reach no cluster, and
// steps that never change anything.
//
//  1. Policies that several cases may read are those of the paths of [Load], of shared folders, and those that case.yaml names. They are in untested.yaml in
//     the folder of the suite.
//  2. The policies of input.yaml and replace.yaml of a matrix are in want/untested.yaml in its folder. Those of other cases are in their want.yaml.
//  3. If everything is tested, the file does not exist.
//
// If a case has no golden file of its outcomes, only the outcomes count that an assertion with objects and clusters is about. A golden file of Works
// counts, too.
//
// The reports are those of the cases, also if another call of [Load] found them: cases are the same if they have the same name. Nothing is
// compared for a matrix if the report of a cell is missing, and nothing for the suite if the report of any case is missing, has no outcome,
// or if Load returned an error. The report is never nil.
func (s *Suite) Untested(reports []*Report, o Options) *Report {
	r := &Report{}
	of := map[string]*Report{}
	for _, report := range reports {
		if report != nil && report.effects != nil && report.Case != nil {
			of[report.Case.Name] = report
		}
	}
	cases := slices.DeleteFunc(slices.Clone(s.Cases), func(c *Case) bool { return !c.isOfSuite() })
	cells := map[string][]*Case{} // by folder: another case may be sorted between two cells
	for _, c := range cases {
		if len(c.settings.matrix) > 0 {
			cells[c.folder] = append(cells[c.folder], c)
		}
	}
	for _, folder := range slices.Sorted(maps.Keys(cells)) {
		file := filepath.Join(folder, wantFolder, untestedFile)
		r.compareUntested(file, cells[folder], of, true, cells[folder][0].settings.otherwise(), o)
	}
	if s.complete {
		r.compareUntested(filepath.Join(s.folder, untestedFile), cases, of, false, false, o)
	}
	return r
}

// compareUntested compares what cases do not test with a golden file, unless a report is missing.
func (r *Report) compareUntested(file string, cases []*Case, of map[string]*Report, own, optional bool, o Options) {
	total := usage{of: map[policyKey]*effects{}, names: map[policyKey]override.Ref{}, used: map[policyKey]bool{}, seen: map[*policyList]bool{}}
	for _, c := range cases {
		report := of[c.Name]
		if report == nil {
			return
		}
		for _, l := range report.policies {
			total.list(l, own)
		}
		total.add(report)
	}
	var lines []string
	for _, p := range total.policies {
		e := total.of[p.policyKey]
		if !total.used[p.policyKey] {
			lines = append(lines, p.policy.Ref().String()+": every case that reads it replaces it")
			continue
		}
		for _, line := range append(e.idle(p.policy), e.unchanged(p.policy)...) {
			lines = append(lines, p.policy.Ref().String()+": "+line)
		}
	}
	text := ""
	if len(lines) > 0 {
		text = "# No case tests:\n" + comments(lines...)
	}
	r.compareText(golden{file: file, text: text, optional: optional}, o)
}

// usage is what policies did in several cases.
type usage struct {
	policies []placedPolicy         // in the order of the cases
	of       map[policyKey]*effects // under the names that they have in policies
	names    map[policyKey]override.Ref
	used     map[policyKey]bool // by some case
	seen     map[*policyList]bool
}

// list adds the policies of a list that are a case's own, or those that are not.
func (u *usage) list(l *policyList, own bool) {
	if u.seen[l] {
		return
	}
	u.seen[l] = true
	for _, p := range l.all {
		u.used[p.policyKey] = u.used[p.policyKey] || p.used
		if p.own == own && u.of[p.policyKey] == nil {
			u.policies = append(u.policies, p)
			u.of[p.policyKey], u.names[p.policyKey] = newEffects(), p.policy.Ref()
		}
	}
}

// add adds the effects of a case. The cost depends only on their number: most policies have no effects in most cases.
func (u *usage) add(r *Report) {
	find := func(ref override.Ref) (*effects, override.Ref) {
		for _, l := range r.policies {
			if i, known := l.named[ref]; known {
				key := l.all[i].policyKey
				return u.of[key], u.names[key]
			}
		}
		return nil, ref
	}
	for ref := range r.effects.selected {
		if e, as := find(ref); e != nil {
			e.selected[as] = true
		}
	}
	for at := range r.effects.reached {
		if e, as := find(at.Policy); e != nil {
			e.reached[override.Origin{Policy: as, At: at.At}] = true
		}
	}
	for at := range r.effects.changed {
		if e, as := find(at.Policy); e != nil {
			e.changed[override.Origin{Policy: as, At: at.At}] = true
		}
	}
}

// titles returns the first comments of parts, for a summary.
func titles(parts []string) string {
	const most = 5
	if len(parts) > most {
		parts = append(parts[:most:most], "…")
	}
	return strings.Join(parts, "; ")
}
