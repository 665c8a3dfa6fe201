package quantity

import (
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/api/resource"
)

// The limits of [Check]. Quantities from [Parse] and their sums are within them.
const (
	maxScale = 2 * MaxBytes // the power of ten, up or down
	maxBits  = 8 * MaxBytes // of the number before it: more than 2000 digits
)

// Check returns an error for a quantity that is too expensive to compute with. Only Go code can build such a quantity;
// decoding it in this package fails.
func Check(q resource.Quantity) error {
	if near := q.AsApproximateFloat64(); near != 0 && !math.IsInf(near, 0) && !math.IsNaN(near) {
		return nil // the number and the power of ten are small; this path does not allocate
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

// Equal reports whether two quantities are the same amount. A quantity for which [Check] returns an error is equal only to one
// with the same digits and the same power of ten.
func Equal(a, b resource.Quantity) bool {
	if Check(a) == nil && Check(b) == nil {
		return a.Cmp(b) == 0
	}
	x, y := a.AsDec(), b.AsDec()
	return x.Scale() == y.Scale() && x.UnscaledBig().Cmp(y.UnscaledBig()) == 0
}
