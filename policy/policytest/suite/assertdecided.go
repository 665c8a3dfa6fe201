package suite

import (
	"errors"
	"fmt"

	"github.com/overridekit/overridekit/override/jsontree"
)

// Decided asserts which policy decided the value at a place of an object, or that it has no value there: the policy of [override.Result.Blame].
//
//	decided: {objects: Deployment/shop/web, clusters: [prod-eu], path: /spec/replicas, by: OverridePolicy/shop/replicas}
type Decided struct {
	Objects  []string // patterns; at least one
	Clusters []string
	Path     string // a JSON pointer
	By       string // KIND/NAMESPACE/NAME or KIND/NAME; the policies must have one of this name
	Nobody   bool   // the value is that of the object itself, and By is empty
}

func (d Decided) name() string { return "decided" }

func (d Decided) fault() (string, error) {
	if key, err := checkPlace(d.Objects, d.Clusters, d.Path); err != nil || d.Nobody && d.By == "" {
		return key, err
	}
	if d.Nobody {
		return "by", errors.New("found a policy and nobody, expected one of them")
	}
	if err := checkObjects(d.By); err != nil {
		return "by", fmt.Errorf("found %.200q, expected a policy: KIND/NAMESPACE/NAME or KIND/NAME", d.By)
	}
	return "", nil
}

func (d Decided) check(a *asserted) {
	path, _ := jsontree.Parse(d.Path)
	by, _ := parseObjectPattern(d.By)
	if d.By != "" && !d.knownPolicy(a, by) {
		return
	}
	a.each(d.Objects, d.Clusters, func(s *seen) {
		change, written := s.result.Blame(path)
		if written && d.By != "" && by.match(change.Origin.Policy) {
			return
		}
		content := s.result.SharedContent()
		if _, exists := jsontree.Get(content, path); !exists && !written {
			a.fail("%s: %s has no value%s, and no policy removed it", s.title(), path, nearKey(content, path))
			return
		}
		switch {
		case !written && d.By == "":
		case !written:
			a.fail("%s: %s is not decided by a policy, expected %s%s", s.title(), path, d.By, s.whyNot(path, &by))
		case d.By == "":
			a.fail("%s: %s is decided by %s, expected no policy", s.title(), path, s.origin(change.Origin))
		default:
			a.fail("%s: %s is decided by %s, expected %s%s", s.title(), path, s.origin(change.Origin), d.By, s.whyNot(path, &by))
		}
	})
}

// knownPolicy reports whether there is such a policy, and fails otherwise.
func (d Decided) knownPolicy(a *asserted, by objectPattern) bool {
	var names []string
	for _, p := range a.in.Policies {
		if by.match(p.Ref()) {
			return true
		}
		names = append(names, nameLike(d.By, p.Ref()))
	}
	a.fail("by: no policy %.200q%s, found %d", d.By, didYouMean(d.By, names), len(names))
	return false
}
