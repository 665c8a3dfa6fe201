package lint

import "maps"

// checkDialect reports the faults that the dialect's Lint finds.
func checkDialect(_ *checker, s *subject) {
	for _, fault := range s.policy.Faults() {
		s.breaks(fault.Field)
		text := fault.ErrorBody()
		s.findings = append(s.findings, newFinding(Invalid, s.ref, fault.Field, nil, "%s", text))
	}
	s.refused = maps.Clone(s.broken)
}
