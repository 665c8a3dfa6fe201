package override_test

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/internal/overridetest"
	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/overrider"
	"github.com/overridekit/overridekit/selector"
)

func (s *source) policies() []overridetest.Policy {
	var policies []overridetest.Policy
	for i := range 1 + s.below(4) {
		p := overridetest.Policy{Name: pick(s, "p", "shop/p") + fmt.Sprint(i)}
		if s.seldom() {
			p.Name = "other/" + p.Name
		}
		switch s.below(5) {
		case 1:
			p.Objects = overridetest.Named("web")
		case 2:
			p.Objects = overridetest.Labelled("web")
		case 3:
			p.Objects = overridetest.Kind("Test")
		}
		for range 1 + s.below(2) {
			r := overridetest.Rule{}
			if s.below(4) == 1 {
				r.Clusters = selector.ClusterSelector{Names: []string{pick(s, "member1", "member2")}}
			}
			for range s.below(3) {
				r.Lanes = append(r.Lanes, s.steps(2))
			}
			r.Steps = s.steps(3)
			p.Rules = append(p.Rules, r)
		}
		policies = append(policies, p)
	}
	return policies
}

func (s *source) steps(most int) []override.Overrider {
	var steps []override.Overrider
	for range 1 + s.below(most) {
		steps = append(steps, s.overrider())
	}
	return steps
}

// overrider returns any overrider of the package, or one that uses everything that an overrider may use.
func (s *source) overrider() override.Overrider {
	note := func(format string, args ...any) { s.notes = append(s.notes, fmt.Sprintf(format, args...)) }
	values := map[string]string{}
	var words []string
	for range s.below(3) {
		words = append(words, s.text())
		values[s.token()] = s.text()
	}
	at := s.place()
	where := overridetest.Containers()
	if s.below(2) == 1 {
		where.Names = []string{s.token()}
	}
	switch s.below(8) {
	default:
		o := overrider.Patch{Op: pick(s, jsontree.Set, jsontree.Add, jsontree.Replace, jsontree.Remove), Pointer: at, Value: s.value(3)}
		if s.seldom() {
			o.Value = map[string]any{"not JSON": 5}
		}
		if s.seldom() {
			o.Op = pick(s, jsontree.Test, "copy")
		}
		note("%+v", o)
		return override.OverriderFunc(o.Override) // may be invalid
	case 1:
		verb := pick(s, overrider.ImageSet, overrider.ImageAppend, overrider.ImageDelete)
		o := overrider.Image{Where: where}
		if s.below(2) == 1 {
			at = s.textPlace(func(text string) bool { return strings.Contains(text, "nginx") || text == "a" })
			o.Where = overrider.ImageAt(at)
		}
		for range s.below(4) {
			o.Operations = append(o.Operations, overrider.ImageOperation{
				Component: imageparser.Component(1 + s.below(5)), Verb: verb, Value: pick(s, "r.io", "team/web", "v2",
					overridetest.Checksum, "", "no way"), SkipInvalid: s.below(4) != 3,
			})
		}
		note("Image %+v at %s or %v", o.Operations, at, where.Names)
		return o
	case 2:
		note("set, replace or delete %q in labels or annotations", values)
		keys := slices.Sorted(maps.Keys(values))
		return pick(s, overrider.SetLabels(values), overrider.ReplaceLabels(values), overrider.DeleteLabels(keys...),
			overrider.SetAnnotations(values), overrider.ReplaceAnnotations(values), overrider.DeleteAnnotations(keys...))
	case 3:
		note("append or delete %q in the command or args of %q, or set them as variables", words, where.Names)
		return pick(s, overrider.AppendCommand(where, words...), overrider.DeleteCommand(where, words...), overrider.AppendArgs(where, words...),
			overrider.DeleteArgs(where, words...), overrider.SetEnv(where, map[string]any{"name": s.token() + "_", "value": s.text()}))
	case 4:
		list, keyed := pick(s, overrider.ListSet, overrider.ListAppend, overrider.ListDelete), pick(s, overrider.MapReplace, overrider.MapDelete)
		note("whole: %s %s %q %q of %q", list, keyed, values, words, where.Names)
		where.Init, where.First, where.Required = s.below(2) == 1, s.below(2) == 1, s.below(2) == 1
		variables := []map[string]any{{"name": s.token(), "value": s.text()}}
		return pick(s,
			overrider.WholeCommand(where, list, words), overrider.WholeArgs(where, list, words), overrider.WholeEnv(where, overrider.MapInsert, variables),
			overrider.WholeLabels(keyed, values), overrider.WholeAnnotations(keyed, values), overrider.WholeEnv(where, overrider.MapReplace, variables),
		)
	case 5:
		text := overrider.EmbeddedText{Format: pick(s, overrider.TextYAML, overrider.TextJSON), Base64: s.below(8) == 7}
		text.At = s.textPlace(func(found string) bool {
			if text.Base64 {
				return found == encoded
			}
			return strings.HasPrefix(found, "{\"") || text.Format == overrider.TextYAML && strings.Contains(found, "\n")
		})
		line := pick(s, "add /a 1", "add /- {}", "remove /0", "replace /a/b null", `replace  {"a":[]}`, "test /a [null]", "replace  null")
		note("Embedded %+v %s", text, line)
		o, err := overrider.Embedded(text, overridetest.TextOperations(line, pick(s, "add /c 1", "add /- 1", "test /c null")))
		if err != nil {
			panic(err)
		}
		return o
	case 6:
		note("do nothing, with a reason, without one, or because of an unknown verb")
		switch {
		case s.seldom():
			return override.Fail(errors.New("for a reason"))
		case s.seldom():
			return overrider.WholeLabels(overrider.MapInsert, nil)
		}
		return pick[override.Overrider](s, override.Ignore("for a reason"), override.OverriderFunc(func(override.Input, *override.Edits) error { return nil }))
	case 7:
		v, reject := s.value(2), s.below(4) == 3
		note("look, set and say %s %v", at, v)
		look := func(code string) func(in override.Input, out *override.Edits) {
			return func(in override.Input, out *override.Edits) {
				found, _ := in.Get(at)
				out.Diverge(code, at, jsontree.Describe(found), fmt.Sprint(in.Object(), in.Cluster()))
			}
		}
		return looking{override.OverriderFunc(func(in override.Input, out *override.Edits) error {
			look("now")(in, out)
			out.Warn(at, "a %s", "warning")
			err := out.Set(at, v)
			if reject {
				out.Reject(at, errors.New("it must not remain"))
			}
			return err
		}), look("later")}
	}
}
