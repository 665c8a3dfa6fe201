package lint

import (
	"slices"
	"strings"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/words"
)

// reportFacts reports what the steps of a policy did to the objects.
func (s *subject) reportFacts(c *checker) {
	checkPathSyntax(s)
	checkSlashes(s)
	checkIndexes(c, s)
	for _, st := range s.steps() {
		f := &st.seen
		if f.ran+f.failed == 0 {
			s.reportContainers(st, &c.spelling) // of objects on which an earlier step failed
			s.reportWhole(st)
			continue
		}
		unknown := s.reportContainers(st, &c.spelling)
		switch {
		case s.broken[pathOf(st.at)]:
		case f.failed > 0 && f.orphaned == f.failed:
			s.report(MissingParent, st.path.at, s.parentFix(st), "%s%s", failureText("the overrider", f.failure), s.parentHint(st))
		case f.failed > 0:
			s.report(Fails, st.at, nil, "%s", failureText("the overrider", f.failure))
		case f.changed == 0 && !unknown:
			s.report(NoEffect, st.at, nil, "the overrider changes none of the objects that it covers, for example %s%s", f.met, because(f))
		}
		s.reportKinds(st)
		s.reportWhole(st)
		s.reportMisfits(st)
		if f.unpins != "" {
			s.report(LostDigest, st.at, nil, "%s of %s loses its digest, so the image is no longer pinned", words.Clip(f.unpins, maxQuoted), f.unpinned)
		}
		for _, code := range f.diverged {
			s.reportDivergence(st, f.divergences[code])
		}
	}
}

// maxPart limits each part of the message of a divergence, so that the end of the message is not cut.
const maxPart = 200 // characters

// reportDivergence reports that the policy's own system has another result. A policy cannot prevent most divergences, so the message has the silence.
func (s *subject) reportDivergence(st *step, d divergence) {
	place, system := "", "upstream"
	if len(d.Pointer) > 0 {
		place = d.Pointer.String() + " of "
	}
	switch {
	case s.karmada != nil:
		system = "Karmada"
	case s.kubeadmiral:
		system = "KubeAdmiral"
	}
	at := foundAt{Code(d.Code), pathOf(st.at)}
	if s.found[at] {
		return
	}
	s.report(at.code, st.at, nil, `for %s%s %s %s; overridekit: %s; to accept this, add "%s: REASON" to the annotation %s`,
		words.Clip(place, maxPart), words.Clip(d.object.String(), maxPart), system, words.Clip(d.Upstream, maxPart), words.Clip(d.Here, maxPart), d.Code, SilenceAnnotation)
	if infoOf[at.code].Severity == Info && !onlyFormats(d.Divergence) {
		s.findings[len(s.findings)-1].Severity = Warning
	}
}

// because is the end of a message with the reason why a step changed nothing.
func because(f *facts) string {
	switch {
	case f.reason != "":
		return ": " + f.reason
	case f.writer != override.Ref{}:
		return ": " + f.writer.String() + " has already written it"
	case f.upToDate > 0:
		return ": " + override.UpToDate
	}
	return ": the values are there already"
}

// maxBoundaries limits the fields of a path that breaks looks at. The path of a step has fewer.
const maxBoundaries = 12

// breaks records that a field has an error, and the fields around it: what they do to objects and clusters is a consequence.
func (s *subject) breaks(path string) {
	end, rest := 0, path
	for range maxBoundaries {
		next := strings.IndexAny(rest[min(1, len(rest)):], ".[")
		if next < 0 {
			s.broken[path] = true
			break
		}
		end, rest = end+next+1, rest[next+1:]
		s.broken[path[:end]] = true
	}
}

// reportContainers reports the names of containers that no object has. It returns true if those are all names of the step.
func (s *subject) reportContainers(st *step, spelling *speller) bool {
	f := &st.seen
	if !f.pods || s.broken[pathOf(st.at)] {
		return false
	}
	unknown := 0
	for _, name := range st.containers {
		if f.names[name.text] || name.text == "" {
			continue
		}
		unknown++
		meant := ""
		if !s.isFull(UnknownContainer) {
			meant = nearest(spelling, name.text, f.others)
		}
		if meant == "" {
			s.report(UnknownContainer, name.at, nil, "no object that the overrider covers, such as %s, has a container %s", f.met, quote(name.text))
			continue
		}
		s.report(UnknownContainer, name.at, fixOf(replace(name.at, meant)), "no object that the overrider covers has a container %s%s", quote(name.text), didYouMean(meant))
	}
	return unknown > 0 && unknown == len(st.containers)
}

// reportKinds reports a step that changes objects of one kind and none of another. A policy of Karmada must name the kinds. In KubeAdmiral, where
// the objects choose the policy, a failure is only reported as that.
func (s *subject) reportKinds(st *step) {
	if s.karmada != nil && len(s.kinds) < 2 || s.karmada == nil && st.seen.failed > 0 {
		return
	}
	var fit, unfit []string
	for _, k := range st.seen.kinds {
		if st.seen.changes[k] {
			fit = append(fit, k.String())
		} else if !st.seen.byKind[k] {
			unfit = append(unfit, k.String())
		}
	}
	if len(fit) == 0 || len(unfit) == 0 {
		return
	}
	slices.Sort(fit)
	slices.Sort(unfit)
	reason := ""
	if st.seen.failure != nil {
		reason = ": it fails on " + st.seen.failure.Object.String()
	} else if st.seen.reason != "" {
		reason = ": " + st.seen.reason
	}
	s.report(MixedKinds, st.at, nil, "the overrider changes %s, but not %s%s", list(fit), list(unfit), reason)
}
