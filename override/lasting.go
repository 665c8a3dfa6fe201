package override

import (
	"slices"

	"github.com/overridekit/overridekit/override/jsontree"
)

// lastingDivergences returns the divergences that the result of the run shows:
//
//  1. A divergence without places stays: the policy's own system fails, or it cannot be imitated. So does every divergence of a step whose
//     own system fails.
//  2. The others stay if the places have other values in the object that the policies' own systems give, and if the step alone is enough for
//     that.
//  3. No difference of the two objects remains without a divergence. If a difference is elsewhere, such as after another choice of policies,
//     the divergences of the steps stay that make it, and without such a step all of them.
func (r *run) lastingDivergences() []divergence {
	found := r.allDivergences()
	if r.selection == nil || !slices.ContainsFunc(found, func(d divergence) bool { return d.places != nil }) {
		return found
	}
	l := lasting{run: r, found: found, upstream: r.imitate(nil), alone: map[*Step]imitated{}}
	if l.upstream.err != nil || !l.namesFailures() {
		return found
	}
	if first := l.step(0); !slices.ContainsFunc(found, func(d divergence) bool { return r.stepRuns[d.step].step != first }) {
		l.alone[first] = l.upstream
	}
	l.explain()
	var all []divergence
	for i, d := range found {
		if l.all || l.kept[i] {
			if d.places != nil && len(l.ends[i]) > 0 {
				d.pointer = l.ends[i][0]
			}
			all = append(all, d)
		}
	}
	return all
}

// lasting is the choice of the divergences that the result of a run shows.
type lasting struct {
	run       *run
	found     []divergence
	ends      [][]jsontree.Pointer // of the places of each divergence, at the end of the run
	kept      []bool
	all       bool
	upstream  imitated
	explained []bool // for each of upstream.differs

	alone map[*Step]imitated // of steps that imitate alone
	read  int                // see maxTextRead
}

// namesFailures reports whether each step that fails in its own system has a divergence.
func (l *lasting) namesFailures() bool {
	named := map[*Step]bool{}
	for i := range l.found {
		named[l.step(i)] = true
	}
	for step := range l.upstream.failed {
		if !named[step] {
			return false
		}
	}
	return true
}

func (l *lasting) step(i int) *Step { return l.run.stepRuns[l.found[i].step].step }

func (l *lasting) explain() {
	l.kept, l.explained = make([]bool, len(l.found)), make([]bool, len(l.upstream.differs))
	l.place()
	several := l.several()
	l.keep(func(i, at int) bool {
		if !several[at] {
			return true
		}
		alone, known := l.imitate(l.step(i))
		return !known || alone.shows(l.upstream.differs[at])
	})
	l.elsewhere()
	l.keep(func(int, int) bool { return true })
	l.all = slices.Contains(l.explained, false)
}

// place finds the places of the divergences at the end of the run, and keeps those that stay in any case.
func (l *lasting) place() {
	const most = 1 << 22 // pairs of a divergence and a move
	moves := l.run.moves()
	exact := len(moves.changes)*len(l.found) <= most
	l.ends = make([][]jsontree.Pointer, len(l.found))
	for i := range l.found {
		d := &l.found[i]
		_, imitates := l.step(i).Overrider.(Imitator)
		l.kept[i] = !imitates || d.places == nil || l.upstream.failed[l.step(i)]
		for _, p := range d.places {
			ok := true
			if exact {
				p, ok = moves.end(d, p)
			}
			if ok {
				l.ends[i] = append(l.ends[i], p)
			}
		}
	}
}

// several reports, for each difference, whether several steps may explain it by their places.
func (l *lasting) several() []bool {
	steps, several := make([]*Step, len(l.explained)), make([]bool, len(l.explained))
	l.each(func(i, at int) {
		several[at] = several[at] || steps[at] != nil && steps[at] != l.step(i)
		steps[at] = l.step(i)
	})
	return several
}

// each calls a function for each divergence and each difference at one of its places, or inside or around it.
func (l *lasting) each(do func(i, at int)) {
	for i := range l.found {
		for _, p := range l.ends[i] {
			begin, end := l.upstream.differs.overlap(p)
			for at := begin; at < end; at++ {
				do(i, at)
			}
		}
	}
}

// keep keeps the divergences that explain a difference at one of their places, which no divergence has explained before.
func (l *lasting) keep(explains func(i, at int) bool) {
	before := slices.Clone(l.explained)
	l.each(func(i, at int) {
		if !before[at] && explains(i, at) {
			l.kept[i], l.explained[at] = true, true
		}
	})
}

// elsewhere keeps the divergences of the steps that make the remaining differences.
func (l *lasting) elsewhere() {
	before := slices.Clone(l.explained)
	shows := map[*Step]bool{}
	for i := range l.found {
		step := l.step(i)
		if _, known := shows[step]; !known && l.found[i].places != nil && slices.Contains(before, false) {
			shows[step] = false
			alone, tried := l.imitate(step)
			for at, p := range l.upstream.differs {
				if tried && !before[at] && alone.shows(p) {
					shows[step], l.explained[at] = true, true
				}
			}
		}
		l.kept[i] = l.kept[i] || l.found[i].places != nil && shows[step]
	}
}

// shows reports whether the object differs at a place. The receiver may be of a run that failed, which differs everywhere.
func (m imitated) shows(p jsontree.Pointer) bool { return m.err != nil || m.differs.overlaps(p) }

// imitate returns what the run gives if only one step imitates. It is false once that has cost too much.
func (l *lasting) imitate(step *Step) (imitated, bool) {
	const most = 64 // steps
	alone, known := l.alone[step]
	if known {
		return alone, true
	}
	if len(l.alone) >= most || l.read > maxTextRead {
		return imitated{}, false
	}
	alone = l.run.imitate(step)
	l.alone[step] = alone
	l.read += alone.read
	return alone, true
}
