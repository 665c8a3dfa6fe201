package policy

import (
	"fmt"

	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/selector"
)

// add adds an object of a prepared document to the bundle.
type add = func(*decoder) error

// policy decodes and compiles a policy. An empty namespace becomes the decoder's, unless it is nil, because the kind has no
// namespace.
func (p *preparer) policy(i item, to any, namespace *string, compile func() (*override.Policy, error)) (add, error) {
	if err := p.decode(i, to, namespace); err != nil {
		return nil, err
	}
	compiled, err := compile()
	if err != nil {
		return nil, err
	}
	return func(d *decoder) error { return d.addPolicy(i, to, compiled) }, nil
}

// cluster prepares a cluster. The bundle has its selector-visible fields. Clusters of all kinds share their names.
func (p *preparer) cluster(i item, facts selector.Cluster, add func(*Bundle)) (add, error) {
	if facts.Name == "" {
		return nil, fmt.Errorf("%s: metadata.name is missing, expected the cluster's name", nameOf(i.content))
	}
	return func(d *decoder) error {
		return d.addNamed(i, override.Ref{Kind: "Cluster", Name: facts.Name}, func(b *Bundle) {
			b.Clusters = append(b.Clusters, facts)
			add(b)
		})
	}, nil
}

// named decodes a value that the bundle keeps as it is. Its name must be unique.
func (p *preparer) named(i item, to interface {
	Ref() override.Ref
	GetGenerateName() string
}, namespace *string, add func(*Bundle)) (add, error) {
	if err := p.decode(i, to, namespace); err != nil {
		return nil, err
	}
	ref := to.Ref()
	if ref.Name == "" && to.GetGenerateName() == "" {
		return nil, fmt.Errorf("%s: metadata.name is missing, expected a name", nameOf(i.content))
	}
	return func(d *decoder) error { return d.addNamed(i, ref, add) }, nil
}

// decode decodes an item into its Go type, strictly, and sets the namespace, see [preparer.policy]. The error names the item.
func (p *preparer) decode(i item, to any, namespace *string) error {
	if err := decodeItem(i, to, p.limits, p.settings.Hide); err != nil {
		return inError{nameOf(i.content) + ": ", err}
	}
	if namespace != nil && *namespace == "" {
		*namespace = p.settings.Namespace
	}
	return nil
}
