package quantity

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"
)

// The limits of a quantity that was made, not read. What [Parse] reads is within them, and so are sums of it.
const (
	maxScale = 2 * MaxBytes // the power of ten, up or down
	maxBits  = 8 * MaxBytes // of the number before it: 2000 digits and more
)

// Check refuses a quantity that takes long to compute with. Only Go code can make one; decoding does not.
func Check(q resource.Quantity) error {
	if near := q.AsApproximateFloat64(); near != 0 && !math.IsInf(near, 0) && !math.IsNaN(near) {
		return nil // neither its number nor its power of ten is large, and nothing was allocated to find out
	}
	dec := q.AsDec() // q is a copy
	if scale := int64(dec.Scale()); scale > maxScale || scale < -maxScale {
		return fmt.Errorf("found a quantity with the power of ten %d, expected one from %d to %d", -scale, -maxScale, maxScale)
	}
	if bits := dec.UnscaledBig().BitLen(); bits > maxBits {
		return fmt.Errorf("found a quantity with a number of %d bits, expected at most %d", bits, maxBits)
	}
	return nil
}

// Equal reports whether two quantities are the same amount. One that [Check] refuses is equal only to a quantity with the same digits
// and the same power of ten.
func Equal(a, b resource.Quantity) bool {
	if Check(a) == nil && Check(b) == nil {
		return a.Cmp(b) == 0
	}
	x, y := a.AsDec(), b.AsDec()
	return x.Scale() == y.Scale() && x.UnscaledBig().Cmp(y.UnscaledBig()) == 0
}
