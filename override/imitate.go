package override

// imitation makes a run do what the policies' own systems do, where they differ, see [Imitator].
type imitation struct {
	search                // for Input.ChangesSince, with the changes of the run
	only   *Step          // the only step that imitates; nil: each step
	failed map[*Step]bool // the steps that fail in their own system
}

// override runs a step of a run that imitates. If the step's own system fails, the step does what it does here.
func (m *imitation) override(r *run, step *Step) error {
	imitator, ok := step.Overrider.(Imitator)
	if ok && (m.only == nil || m.only == step) {
		if err := imitator.Imitate(Input{r}, &r.edits); err == nil {
			return nil
		}
		m.failed[step] = true
	}
	return step.Override(Input{r}, &r.edits)
}

// imitated is what a run gives if steps imitate.
type imitated struct {
	failed  map[*Step]bool
	differs places // from the result of the run
	err     error
	read    int // see Input.CountText
}

// imitate applies the policies of a run once more. With only, no other step imitates.
func (r *run) imitate(only *Step) imitated {
	m := &imitation{search: search{topics: map[string]*topic{}}, only: only, failed: map[*Step]bool{}}
	upstream, err := applyAs(r.selection, &r.cluster, m)
	if err != nil {
		return imitated{failed: m.failed, err: err, read: upstream.textRead}
	}
	return imitated{failed: m.failed, differs: differingPlaces(r.after(len(r.changes)).Root(), upstream.tree.Root()), read: upstream.textRead}
}
