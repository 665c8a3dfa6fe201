package override

import "slices"

// Area is a part of an object: a field of all containers, or a map of the metadata. Two areas have no place in common. The zero Area is unknown: it may
// be any part.
type Area uint8

const (
	AreaImages      Area = iota + 1 // the field image of containers
	AreaCommands                    // the field command of containers
	AreaArgs                        // the field args of containers
	AreaEnv                         // the field env of containers
	AreaLabels                      // metadata.labels
	AreaAnnotations                 // metadata.annotations
)

// Local is an [Overrider] that knows its area. It writes only that field or map, not what is around it, and it does not read other areas. It may read
// everything else, such as the kind and the names of containers. Lanes with different areas cannot see each other's edits, so their edits are not
// undone and applied again. Most overriders need not be Local: without it,
// only speed is lost. With a wrong area, lanes see each other's edits.
//
// Area returns its receiver as well, like [Scoper] and for the same reason.
type Local interface {
	Area() (self any, area Area)
}

// AreaOf returns the area of an overrider; zero if it is nil or not a [Local].
func AreaOf(o Overrider) Area {
	local, is := o.(Local)
	if !is || isNil(o) {
		return 0
	}
	self, area := local.Area()
	if !isSelf(self, o) {
		return 0
	}
	return area
}

// areApart reports whether no two lanes of a stage may see each other's edits.
func areApart(stage Stage) bool {
	var seen []Area
	for _, lane := range stage {
		var own []Area
		for _, step := range lane {
			area := AreaOf(step.Overrider)
			if area == 0 || slices.Contains(seen, area) {
				return false
			}
			own = append(own, area)
		}
		seen = append(seen, slices.Compact(own)...)
	}
	return true
}
