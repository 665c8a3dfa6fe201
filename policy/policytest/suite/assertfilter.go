package suite

import (
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// checkObjects returns an error for an invalid pattern of objects.
func checkObjects(patterns ...string) error {
	for _, p := range patterns {
		if _, err := parseObjectPattern(p); err != nil {
			return err
		}
	}
	return nil
}

// checkSomeObjects is checkObjects for an assertion that is about all objects only if a pattern says so.
func checkSomeObjects(patterns []string) error {
	if len(patterns) == 0 {
		return errors.New("found no pattern, expected at least one: KIND/NAME or KIND/NAMESPACE/NAME, in which * stands for any characters")
	}
	return checkObjects(patterns...)
}

// checkClusters returns an error for an invalid pattern of clusters.
func checkClusters(patterns ...string) error {
	for _, p := range patterns {
		if p == "" {
			return fmt.Errorf("found an empty string, expected the name of a cluster, in which * stands for any characters")
		}
	}
	return nil
}

// matchObjects chooses the objects of an assertion.
func (a *asserted) matchObjects(patterns []string) {
	if len(patterns) == 0 {
		return
	}
	a.objects = make([]bool, len(a.in.objects))
	for _, pattern := range patterns {
		p, _ := parseObjectPattern(pattern) // it was checked
		found := false
		for _, i := range a.in.objectIndex().candidates(pattern) {
			if p.match(a.in.index.refs[i]) {
				found, a.objects[i] = true, true
			}
		}
		if found {
			continue
		}
		a.fail("no object %.200q%s, found %d", pattern, a.in.index.suggest(pattern), len(a.in.objects))
	}
}

// nameLike returns the name of an object as a pattern, with as many parts as another pattern.
func nameLike(pattern string, ref override.Ref) string {
	if ref.Namespace == "" || strings.Count(pattern, "/") < 2 {
		return ref.Kind + "/" + ref.Name
	}
	return ref.Kind + "/" + ref.Namespace + "/" + ref.Name
}

// matchClusters chooses the clusters of an assertion.
func (a *asserted) matchClusters(patterns []string) {
	if len(patterns) == 0 {
		return
	}
	a.clusters = map[string]bool{}
	var names []string
	for _, c := range a.in.clusters {
		names = append(names, c.Name)
	}
	for _, pattern := range patterns {
		found := false
		for _, name := range names {
			if matches(pattern, name) {
				found, a.clusters[name] = true, true
			}
		}
		if !found {
			a.fail("no cluster %.200q%s, found %d", pattern, didYouMean(pattern, names), len(names))
		}
	}
}

// didYouMean suggests a name for a pattern without "*".
func didYouMean(pattern string, names []string) string {
	if strings.Contains(pattern, "*") {
		return ""
	}
	return words.DidYouMean(pattern, names)
}
