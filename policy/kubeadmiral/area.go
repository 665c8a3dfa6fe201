package kubeadmiral

import "github.com/overridekit/overridekit/override"

// Area implements [override.Local].
func (o stringMapOverrider) Area() (self any, area override.Area) {
	return o, override.AreaOf(o.Overrider)
}

// Area implements [override.Local].
func (o divergingOverrider) Area() (self any, area override.Area) {
	return o, override.AreaOf(o.Overrider)
}

// Area implements [override.Local].
func (o envOverrider) Area() (self any, area override.Area) {
	return o, override.AreaOf(o.Overrider)
}

// Area implements [override.Local]. An image at a path has none.
func (o imageOverrider) Area() (self any, area override.Area) {
	return o, override.AreaOf(o.Image)
}
