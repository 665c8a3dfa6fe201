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
	for _, ref := range missing {
		if inv.missing[ref] || silenced[MissingPolicy] {
			continue
		}
		inv.missing[ref] = true
		label := kubeadmiral.OverridePolicyNameLabel
		if ref.Namespace == "" {
			label = kubeadmiral.ClusterOverridePolicyNameLabel
		}
		path := "metadata.labels[" + label + "]"
		f := newFinding(MissingPolicy, ref, path, nil, "%s names %s in a label, but it does not exist%s", o.ref, ref, didYouMean(nearest(&c.spelling, ref.Name, inv.siblings[siblingsOf(ref)])))
		position := c.bundle.Position(o.ref, path)
		f.Object, f.Document, f.Line = o.ref, position.Document, position.Line
		c.others = append(c.others, f)
	}
}
