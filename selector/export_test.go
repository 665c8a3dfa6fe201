package selector

// What an [Index] is made of, for its tests.
type (
	Key   = indexKey
	Kind  = indexKind
	Place = indexPlace
)

func (o Objects) Keys() []Key { return o.keysIn("") }

func (obj *Object) Places(wanted func(label string) bool, found func(Place)) {
	obj.places(wanted, found)
}
