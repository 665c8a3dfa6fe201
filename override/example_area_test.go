package override_test

import (
	"fmt"

	"github.com/overridekit/overridekit/imageparser"
	"github.com/overridekit/overridekit/override"
	"github.com/overridekit/overridekit/override/overrider"
)

// canary overrides images only if the object asks for it.
type canary struct{ overrider.Image }

// Override implements [override.Overrider].
func (o canary) Override(in override.Input, out *override.Edits) error {
	if in.Object().Name != "canary" {
		out.Skip("the object is not a canary")
		return nil
	}
	return o.Image.Override(in, out)
}

// Area implements [override.Local]: canary reads the name of the object, which no area contains, and writes images.
func (o canary) Area() (self any, area override.Area) { return o, override.AreaOf(o.Image) }

// An overrider that embeds another one must itself declare that it is local: it may do more than the embedded one.
func ExampleLocal() {
	image := overrider.Image{Where: overrider.Containers{}, Operations: []overrider.ImageOperation{{Component: imageparser.Tag, Value: "v2"}}}
	fmt.Println(override.AreaOf(image) == override.AreaImages)
	fmt.Println(override.AreaOf(canary{image}) == override.AreaImages)
	fmt.Println(override.AreaOf(struct{ overrider.Image }{image}))
	// Output:
	// true
	// true
	// 0
}
