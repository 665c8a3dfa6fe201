package lint

import (
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// checkLabelSelectors reports selectors whose name switches off their labelSelector.
func checkLabelSelectors(_ *checker, s *subject) {
	for i := range s.selectors {
		if o := &s.selectors[i]; o.written.Name != "" && o.written.LabelSelector != nil {
			at := o.at.Child("labelSelector")
			s.report(IgnoredLabelSelector, at, fixOf(remove(at)), "the labelSelector is ignored, because the selector has the name %s", quote(o.written.Name))
		}
	}
}

// checkSecrets reports a policy of Karmada without selectors whose overriders can change Secrets. Overriders of containers cannot.
func checkSecrets(_ *checker, s *subject) {
	if s.karmada == nil || len(s.karmada.ResourceSelectors) > 0 {
		return
	}
	for _, st := range s.steps() {
		if st.what != workloadStep {
			where := "of all namespaces"
			if namespace := s.namespace(); namespace != "" {
				where = "of namespace " + words.Clip(namespace, maxQuoted)
			}
			at := specPointer
			if s.karmada.ResourceSelectors != nil {
				at = specPointer.Child("resourceSelectors")
			}
			s.report(CoversSecrets, at, nil, "the policy has no resourceSelectors, so %s covers the Secrets %s, too", pathOf(st.at), where)
			return
		}
	}
}

// checkDeprecated reports the older form of Karmada's policies, and proposes a rule in overrideRules. Beside overrideRules the older form is
// ignored, and a targetCluster without overriders does nothing: then it is only removed.
func checkDeprecated(_ *checker, s *subject) {
	if s.karmada == nil {
		return
	}
	target, overriders := specPointer.Child("targetCluster"), specPointer.Child("overriders")
	hasTarget, hasOverriders := s.karmada.TargetCluster != nil, !s.karmada.Overriders.IsEmpty()
	to := specPointer.Child("overrideRules")
	var fix, removed []operation
	if s.karmada.OverrideRules == nil {
		fix = []operation{add(to, []any{map[string]any{}})}
	}
	old := func(at jsontree.Pointer, name string) {
		if s.karmada.OverrideRules == nil {
			fix = append(fix, move(at, to.Index(0).Child(name)))
		}
		removed = append(removed, remove(at))
	}
	if hasTarget {
		old(target, "targetCluster")
	}
	if hasOverriders {
		old(overriders, "overriders")
	}
	if len(s.karmada.OverrideRules) > 0 || !hasOverriders {
		fix = removed
	}
	if hasTarget {
		s.report(DeprecatedField, target, fixOf(fix...), "targetCluster is deprecated, expected overrideRules[].targetCluster")
	}
	if hasOverriders {
		s.report(DeprecatedField, overriders, fixOf(fix...), "overriders is deprecated, expected overrideRules[].overriders")
	}
}

// checkEmpty reports rules without overriders, and policies without rules.
func checkEmpty(_ *checker, s *subject) {
	if s.karmada == nil && !s.kubeadmiral {
		return
	}
	if len(s.rules) == 0 {
		s.report(EmptyRule, specPointer, nil, "the policy has no overrideRules, so it does nothing")
	}
	for _, r := range s.rules {
		switch {
		case len(r.steps) > 0:
		case r.at.Equal(specPointer):
			s.report(EmptyRule, r.at, nil, "the policy has no overrideRules, so it does nothing")
		default:
			s.report(EmptyRule, r.at, nil, "the rule has no overriders, so it does nothing")
		}
	}
}
