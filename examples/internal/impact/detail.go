package impact

import (
	"errors"
	"fmt"
	"strings"

	"github.com/overridekit/overridekit/examples/internal/change"
	"github.com/overridekit/overridekit/examples/internal/cli"
	"github.com/overridekit/overridekit/examples/internal/input"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/impact"
	"github.com/overridekit/overridekit/override/jsontree"
)

// detail is a difference in human-readable form.
type detail struct {
	Kind     string   `json:"-"` // changed, added or removed, or failing if there is an error after the change
	Title    string   `json:"-"` // the object and its first cluster
	Same     string   `json:"-"` // all clusters where the object has this difference, if there are several
	Diff     string   `json:"-"` // a unified diff of YAML, or noDiff; empty: without a result, or if the policies change nothing
	Resolved string   `json:"-"` // the error before, without object and cluster
	Failure  string   `json:"-"` // the error after
	Before   []origin `json:"before"`
	After    []origin `json:"after"`
	Reasons  []string `json:"reasons"`
}

// storedDetail is a detail in the report of a shard.
type storedDetail struct {
	Kind     string         `json:"kind"`
	Title    string         `json:"title"`
	Diff     string         `json:"diff,omitempty"`
	Resolved string         `json:"resolved,omitempty"`
	Failure  string         `json:"failure,omitempty"`
	Before   []storedOrigin `json:"before"`
	After    []storedOrigin `json:"after"`
	Reasons  []string       `json:"reasons"`
}

type storedOrigin struct {
	origin
	Name string `json:"name"`
}

// stored returns a detail for a report.
func (d *detail) stored() *storedDetail {
	if d == nil {
		return nil
	}
	s := &storedDetail{Kind: d.Kind, Title: d.Title, Diff: d.Diff, Resolved: d.Resolved, Failure: d.Failure, Reasons: d.Reasons}
	for _, o := range d.Before {
		s.Before = append(s.Before, storedOrigin{o, o.policy})
	}
	for _, o := range d.After {
		s.After = append(s.After, storedOrigin{o, o.policy})
	}
	return s
}

// detail returns the detail of a report.
func (s *storedDetail) detail() *detail {
	d := &detail{Kind: s.Kind, Title: s.Title, Diff: s.Diff, Resolved: s.Resolved, Failure: s.Failure, Before: []origin{}, After: []origin{}, Reasons: s.Reasons}
	for _, o := range s.Before {
		o.policy = o.Name
		d.Before = append(d.Before, o.origin)
	}
	for _, o := range s.After {
		o.policy = o.Name
		d.After = append(d.After, o.origin)
	}
	return d
}

// origin is a step of a policy, and where it was read: "web.yaml:12", or "" if that is not known.
type origin struct {
	override.Origin
	Where string `json:"where,omitempty"`

	policy string // its name for people
}

func (o origin) String() string {
	text := o.policy + ": " + o.At
	if o.Where != "" {
		text += " (" + o.Where + ")"
	}
	return text
}

// detailer makes the details of differences.
type detailer struct {
	*change.Change
	explainer explainer
}

func newDetailer(c *change.Change) detailer { return detailer{c, newExplainer(c)} }

// firsts returns the details of the first pairs of groups. It is nil for a group that lists no member.
func (m detailer) firsts(groups []impact.Group, limit diffLimit) []*detail {
	all := make([]*detail, len(groups))
	m.Firsts(groups, func(n int, d *impact.Difference) {
		shown := m.of(d, limit)
		if text := m.explainer.presence(&groups[n], m.Object); text != "" && d.Kind != impact.Changed {
			shown.Reasons[0] = text
		}
		all[n] = &shown
	})
	return all
}

// of returns the detail of a difference.
func (m detailer) of(d *impact.Difference, limit diffLimit) detail {
	shown := detail{Kind: string(d.Kind), Title: m.title(d), Resolved: m.reasonOf(d.Before.Err), Failure: m.reasonOf(d.After.Err)}
	if d.Err != nil {
		shown.Failure = d.Err.Error()
	}
	if shown.Failure != "" {
		shown.Kind = failing
	}
	before, after := d.Origins()
	shown.Before, shown.After = m.placed(m.Change.Before, before), m.placed(m.Change.After, after)
	shown.Reasons = m.explainer.reasons(d, m.Object(d.Object))
	if limit == (diffLimit{}) {
		return shown
	}
	text, err := m.diff(d)
	if err != nil { // the other differences are printed even so
		text = noDiff
	}
	shown.Diff = limit.clip(text)
	return shown
}

// noDiff stands where there would be a diff.
const noDiff = "the contents cannot be written as YAML; -o json has the difference\n"

// failing is the kind of a difference with an error after the change.
const failing = "failing"

// diff returns a unified diff of the two results. If there was none before, it is what the policies do to the object.
func (m detailer) diff(d *impact.Difference) (string, error) {
	o := m.Object(d.Object)
	if d.After.Result == nil || d.Err != nil || o.After == nil {
		return "", nil
	}
	title, hidden := m.title(d), d.After.Result.Hidden()
	oldTitle, old := m.Names.Of(d.Object)+" before policies", o.After.Object
	if d.Before.Result != nil {
		oldTitle, old, hidden = title+", before", d.Before.Result.SharedContent(), d.Before.Result.Hidden().With(hidden)
	}
	made := d.After.Result.SharedContent()
	if !jsontree.Fits(old) || !jsontree.Fits(made) {
		return "", nil
	}
	text, err := cli.Diff(oldTitle, old, title+", after", made, hidden)
	return string(text), err
}

// title names the object and the first cluster.
func (m detailer) title(d *impact.Difference) string {
	if len(d.Clusters) == 0 {
		return m.Names.Of(d.Object)
	}
	return m.Names.Of(d.Object) + " in " + cli.Cut(d.Clusters[0])
}

// placed adds the files and lines to origins.
func (m detailer) placed(bundle *input.Bundle, origins []override.Origin) []origin {
	all := make([]origin, len(origins))
	for i, o := range origins {
		all[i] = origin{o, strings.TrimSuffix(bundle.Where(o.Policy, o.At), ": "), m.Names.Of(o.Policy)}
	}
	return all
}

// reasonOf returns the message of an error of the engine, without the object and the cluster.
func (m detailer) reasonOf(err error) string {
	var failed *override.Error
	switch {
	case err == nil:
		return ""
	case !errors.As(err, &failed):
		return err.Error()
	case failed.Err == nil:
		return fmt.Sprintf("%s: %s", m.Names.Of(failed.Policy), failed.At)
	}
	return fmt.Sprintf("%s: %s: %v", m.Names.Of(failed.Policy), failed.At, failed.Err)
}

// diffLimit bounds a diff. The zero diffLimit means that there is no diff.
type diffLimit struct{ lines, bytes int }

// clip cuts long lines, and the lines after the limit. It replaces control characters.
func (l diffLimit) clip(text string) string {
	var b strings.Builder
	shown, left := 0, 0
	for line := range strings.Lines(text) {
		if cut := cli.Cut(strings.TrimSuffix(line, "\n")); left == 0 && shown < l.lines && b.Len()+len(cut) < l.bytes {
			b.WriteString(cut + "\n")
			shown++
			continue
		}
		left++
	}
	if left > 0 {
		fmt.Fprintf(&b, "… %s\n", cli.More(left, "line"))
	}
	return b.String()
}
