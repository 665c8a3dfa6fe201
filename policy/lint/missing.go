package lint

import (
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// reportMissing reports the policies that an object names and that do not exist, each once.
func (c *checker) reportMissing(inv *inventory, o *object) {
	missing := inv.set.Select(o.source).Missing()
	if len(missing) == 0 {
		return
	}
	silenced := silences(o.source.GetAnnotations()[SilenceAnnotation], func(string, ...any) {})
	reason, known := silenced[MissingPolicy], inv.missing
	if reason != "" {
		known = inv.silenced
	}
	for _, ref := range missing {
		if known[ref] || reason != "" && !c.options.Silenced {
			continue
		}
		known[ref] = true
		label := kubeadmiral.OverridePolicyNameLabel
		if ref.Namespace == "" {
			label = kubeadmiral.ClusterOverridePolicyNameLabel
		}
		path := "metadata.labels[" + label + "]"
		f := newFinding(MissingPolicy, ref, path, nil, "%s names %s in a label, but it does not exist%s", o.ref, ref, didYouMean(nearest(&c.spelling, ref.Name, inv.siblings[siblingsOf(ref)])))
		position := c.bundle.Position(o.ref, path)
		f.Object, f.Document, f.Line, f.Silenced = o.ref, position.Document, position.Line, reason
		c.others = append(c.others, f)
	}
}
