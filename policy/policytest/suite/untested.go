package suite

import (
	"path/filepath"
	"strings"

	"github.com/overridekit/overridekit/override"
)

// placedPolicy is a policy and its file.
type placedPolicy struct {
	path   string
	own    bool // of input.yaml or replace.yaml
	policy *override.Policy
}

// Untested compares what no case tests with golden files, or writes it there: policies that select no object in any case, rules that reach no cluster, and
// steps that never change anything.
//
//  1. Policies that several cases may read are those of the paths of [Load], of shared folders, and those that case.yaml names. They are in untested.yaml in
//     the folder of the suite.
//  2. The policies of input.yaml and replace.yaml of a matrix are in want/untested.yaml in its folder. Those of other cases are in their want.yaml.
//  3. If everything is tested, the file does not exist.
//
// The reports are those of the cases. Nothing is compared for a matrix if the report of a cell is missing, and nothing for the suite if the report of
// any case is missing, has no outcome, or if Load returned an error. The report is never nil.
func (s *Suite) Untested(reports []*Report, o Options) *Report {
	r := &Report{}
	of := map[*Case]*Report{}
	for _, report := range reports {
		if report != nil && report.effects != nil {
			of[report.Case] = report
		}
	}
	for begin := 0; begin < len(s.Cases); {
		end := begin + 1
		for end < len(s.Cases) && s.Cases[end].folder == s.Cases[begin].folder {
			end++
		}
		if first := s.Cases[begin]; len(first.settings.matrix) > 0 {
			file := filepath.Join(first.folder, wantFolder, untestedFile)
			r.compareUntested(file, s.Cases[begin:end], of, true, first.settings.otherwise(), o)
		}
		begin = end
	}
	if s.complete {
		r.compareUntested(filepath.Join(s.folder, untestedFile), s.Cases, of, false, false, o)
	}
	return r
}

// compareUntested compares what cases do not test with a golden file, unless a report is missing.
func (r *Report) compareUntested(file string, cases []*Case, of map[*Case]*Report, own, optional bool, o Options) {
	type key struct {
		path string
		ref  override.Ref
	}
	all := map[key]*effects{}
	var order []key
	policies := map[key]*override.Policy{}
	for _, c := range cases {
		report := of[c]
		if report == nil {
			return
		}
		for _, p := range report.policies {
			if p.own != own {
				continue
			}
			k := key{p.path, p.policy.Ref()}
			if all[k] == nil {
				all[k], policies[k] = newEffects(), p.policy
				order = append(order, k)
			}
			all[k].add(report.effects, p.policy)
		}
	}
	var lines []string
	for _, k := range order {
		p := policies[k]
		for _, line := range append(all[k].idle(p), all[k].unchanged(p)...) {
			lines = append(lines, p.Ref().String()+": "+line)
		}
	}
	text := ""
	if len(lines) > 0 {
		text = "# No case tests:\n" + comments(lines...)
	}
	r.compareText(golden{file: file, text: text, optional: optional}, o)
}

// add adds what a policy did in other runs.
func (e *effects) add(other *effects, p *override.Policy) {
	ref := p.Ref()
	e.selected[ref] = e.selected[ref] || other.selected[ref]
	for _, rule := range p.Spec().Rules {
		at := override.Origin{Policy: ref, At: rule.At}
		e.reached[at] = e.reached[at] || other.reached[at]
		for _, step := range stepsOf(rule) {
			at := override.Origin{Policy: ref, At: step}
			e.changed[at] = e.changed[at] || other.changed[at]
		}
	}
}

// policiesOf returns the policies of the files of a case that it uses.
func (c *Case) policiesOf(in *input) []placedPolicy {
	var all []placedPolicy
	for _, e := range c.entries() {
		for _, p := range e.source.Bundle().Policies {
			if used, ok := in.set.Get(p.Ref()); ok && used == p {
				all = append(all, placedPolicy{e.path, e == c.input || e == c.replace, p})
			}
		}
	}
	return all
}

// titles returns the first comments of parts, for a summary.
func titles(parts []string) string {
	const most = 5
	if len(parts) > most {
		parts = append(parts[:most:most], "…")
	}
	return strings.Join(parts, "; ")
}
