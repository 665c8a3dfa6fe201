package overrider

import (
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/jsontree"
)

// Scope implements [override.Scoper].
func (o Patch) Scope() (self any, scope override.Scope) { return o, override.ScopeAt(o.Pointer) }

// Scope implements [override.Scoper]. It is that of Where. A Where without this method may do everything.
func (o Image) Scope() (self any, scope override.Scope) {
	if where, known := override.KnownScope(o.Where); known && o.Validate() == nil {
		return o, where
	}
	return nil, 0
}

// Scope implements [override.Scoper].
func (at ImageAt) Scope() (self any, scope override.Scope) {
	return at, override.ScopeAt(jsontree.Pointer(at))
}

// Scope implements [override.Scoper]. An edit inside a list of containers does not change what selectors see, wherever the pod spec is.
func (c Containers) Scope() (self any, scope override.Scope) { return c, 0 }

func (o metadataMap) Scope() (any, override.Scope) { return o, override.ScopeAt(o.at) }
func (o wholeMap) Scope() (any, override.Scope)    { return o, override.ScopeAt(o.at) }
func (o embedded) Scope() (any, override.Scope)    { return o, override.ScopeAt(o.At) }

// The other overriders edit only inside a list of containers.

func (o setEnv) Scope() (any, override.Scope)          { return o, 0 }
func (o wholeEnv) Scope() (any, override.Scope)        { return o, 0 }
func (o stringList) Scope() (any, override.Scope)      { return o, 0 }
func (o wholeStringList) Scope() (any, override.Scope) { return o, 0 }
