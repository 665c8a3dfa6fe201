package overrider

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Scope implements [override.Scoper].
func (o Patch) Scope() override.Scope { return override.ScopeAt(o.Pointer) }

// Scope implements [override.Scoper]. It is that of Where, which may do everything unless it has the method as well.
func (o Image) Scope() override.Scope {
	if where, ok := o.Where.(override.Scoper); ok && o.Validate() == nil {
		return where.Scope()
	}
	return override.ScopeOf(override.OverriderFunc(o.Override))
}

// Scope implements [override.Scoper].
func (at ImageAt) Scope() override.Scope { return override.ScopeAt(jsontree.Pointer(at)) }

// Scope implements [override.Scoper]. An edit inside a list of containers does not change what selectors see, wherever the pod spec is.
func (Containers) Scope() override.Scope { return 0 }

func (o metadataMap) Scope() override.Scope { return override.ScopeAt(o.at) }
func (o wholeMap) Scope() override.Scope    { return override.ScopeAt(o.at) }
func (o embedded) Scope() override.Scope    { return override.ScopeAt(o.At) }

func (o setEnv) Scope() override.Scope          { return o.where.Scope() }
func (o wholeEnv) Scope() override.Scope        { return o.where.Scope() }
func (o stringList) Scope() override.Scope      { return o.where.Scope() }
func (o wholeStringList) Scope() override.Scope { return o.where.Scope() }
