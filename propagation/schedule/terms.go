package schedule

import (
	"fmt"

	"github.com/overridekit/overridekit/override/words"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/internal/content"
)

// maxWarning is the number of characters of an error that a warning shows.
const maxWarning = 1000

// attempt is a run that failed.
type attempt struct {
	text     string // of the error
	warnings []string
}

// terms runs the stages for each affinity term from an index on until one succeeds, see [Schedule]. Terms with a name or with affinities that
// failed before are not run again.
func (s *scheduler) terms(from int) (*Result, error) {
	p := s.in.Spec.Placement
	warnings := append(s.warnings(), skippedTerms(p, from)...)
	named := termsByName(p)
	byName, byTerm := map[string]*attempt{}, map[string]*attempt{}
	var first error
	var verdicts *Result // of the first run
	for i := from; i < len(p.ClusterAffinities); i++ {
		name := p.ClusterAffinities[i].AffinityName
		tried := byName[name]
		if tried == nil {
			term := newTerm(p, named[name])
			key := term.key()
			if tried = byTerm[key]; tried == nil {
				result, its, err := s.run(&term, name, first != nil)
				if err == nil {
					return warned(result, append(warnings, its...), nil)
				}
				if first == nil {
					first, verdicts = err, result
				}
				tried = &attempt{words.Clip(err.Error(), maxWarning), its}
				byTerm[key] = tried
			}
			byName[name] = tried
		}
		warnings = append(warnings, fmt.Sprintf("affinity %s was skipped: %s", content.Clip(name), tried.text))
		for _, warning := range tried.warnings {
			warnings = append(warnings, fmt.Sprintf("affinity %s: %s", content.Clip(name), warning))
		}
	}
	return warned(verdicts, warnings, first)
}

// termsByName returns the first term of each name.
func termsByName(p *api.Placement) map[string]*api.ClusterAffinityTerm {
	named := make(map[string]*api.ClusterAffinityTerm, len(p.ClusterAffinities))
	for i := range p.ClusterAffinities {
		if t := &p.ClusterAffinities[i]; named[t.AffinityName] == nil {
			named[t.AffinityName] = t
		}
	}
	return named
}
