package suite

// Untested compares what no case tests with the golden file untested.yaml in the folder of the suite, or writes it there: policies that select no object in
// any case, rules that reach no cluster, and steps that never have an effect. They are those of the paths of [Load]. The reports are those of the
// cases. If one is missing, or if Load returned an error, there is nothing to compare, and the report is empty. It is never nil.
func (s *Suite) Untested(reports []*Report, o Options) *Report {
	return &Report{}
}
