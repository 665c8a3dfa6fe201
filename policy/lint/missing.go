package lint

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/policy/kubeadmiral"
)

// reportMissing reports the policies that an object names but that do not exist, each once.
func (c *checker) reportMissing(inv *inventory, o *object) {
	missing := inv.set.Select(o.source).Missing()
	if len(missing) == 0 {
		return
	}
	bad := func(format string, args ...any) {
		if !c.reports(override.Ref{}) {
			return
		}
		c.badSilences = append(c.badSilences, c.aboutObject(newFinding(BadSilence, override.Ref{}, silencePath, nil, format, args...), o))
	}
	silenced := silences(o.annotation(SilenceAnnotation), bad)
	for _, info := range codes {
		if silenced[info.Code] != "" && info.Code != MissingPolicy {
			bad("%s cannot be silenced on an object", info.Code)
		}
	}
	reason, known := silenced[MissingPolicy], inv.missing
	if reason != "" {
		known = inv.silenced
	}
	for _, ref := range missing {
		if !c.reports(ref) || known[ref] || reason != "" && !c.options.Silenced {
			continue
		}
		known[ref] = true
		label := kubeadmiral.OverridePolicyNameLabel
		if ref.Namespace == "" {
			label = kubeadmiral.ClusterOverridePolicyNameLabel
		}
		path := "metadata.labels[" + label + "]"
		hint := didYouMean(nearest(&c.spelling, ref.Name, inv.siblings[siblingsOf(ref)]))
		f := newFinding(MissingPolicy, ref, path, nil, "%s names %s in a label, but it does not exist%s", o.ref, ref, hint)
		f.Silenced = reason
		c.others = append(c.others, c.aboutObject(f, o))
	}
}

// aboutObject returns a finding whose path is in an object.
func (c *checker) aboutObject(f Finding, o *object) Finding {
	position := c.bundle.Position(o.ref, f.Path)
	f.Object, f.Document, f.Line = o.ref, position.Document, position.Line
	return f
}
