package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/words"
)

// checkChangesIdentity reports steps that make another object of each one that the policy covers, as far as the policy alone shows it. A step that may
// write what the object has is left to the objects.
func checkChangesIdentity(_ *checker, s *subject) {
	changed := map[string]jsontree.Pointer{} // by the path of the step
	for _, w := range s.policy.IdentityWrites(override.Guard{}) {
		if _, known := changed[w.At]; !known && w.Certain {
			changed[w.At] = w.Pointer
		}
	}
	if len(changed) == 0 {
		return
	}
	for _, st := range s.steps() {
		if at, found := changed[pathOf(st.at)]; found {
			s.reportIdentity(st, "the overrider changes %s of each object that the policy covers, so a cluster gets another object", at)
		}
	}
}

// observeIdentity reports the steps that made another object of one in the inventory.
func (inv *inventory) observeIdentity(o *object, cluster string, warnings []override.Warning) {
	for _, w := range warnings {
		if st := inv.steps[w.Origin]; st != nil && w.Identity {
			inv.subjects[w.Origin.Policy].reportIdentity(st, "%s of %s%s: %s", w.Pointer, o.ref, inCluster(cluster), words.Clip(w.Text, maxQuoted))
		}
	}
}

// reportIdentity reports a step that changes the identity of objects. It is an error for a policy of a namespace, whose author may not be allowed to write
// the other object, and a warning for a cluster-wide one.
func (s *subject) reportIdentity(st *step, format string, args ...any) {
	at := st.at
	if st.path.exists() {
		at = st.path.at
	}
	before := len(s.findings)
	s.report(ChangesIdentity, at, nil, format, args...)
	if len(s.findings) > before && s.policy.Tier() == override.ClusterWide {
		s.findings[before].Severity = Warning
	}
}
