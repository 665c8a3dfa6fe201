package native

import (
	"fmt"
	"math"
	"math/big"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	"k8s.io/apimachinery/pkg/util/validation"

	"github.com/overridekit/overridekit/override/quantity"
)

// counts reports whether a scheduler counts a resource.
//
//  1. Among the names without a prefix: cpu, memory, ephemeral-storage, pods, hugepages-* and attachable-volumes-*.
//  2. Names under kubernetes.io and its subdomains.
//  3. Other names with a prefix if they are extended resources: with "requests." in front they are qualified names, and they do not
//     start with that themselves.
func counts(name string) bool {
	switch name {
	case "cpu", "memory", "ephemeral-storage", "pods":
		return true
	}
	if isHugePages(name) || strings.HasPrefix(name, "attachable-volumes-") || strings.Contains(name, "kubernetes.io/") {
		return true
	}
	return strings.Contains(name, "/") && !strings.HasPrefix(name, "requests.") && len(validation.IsQualifiedName("requests."+name)) == 0
}

func isHugePages(name string) bool { return strings.HasPrefix(name, "hugepages-") }

// countOf returns the amount of a quantity: CPU in thousandths, all else in whole units, rounded up.
func countOf(name string, v any) (int64, error) {
	q, err := quantity.Of(v)
	if err != nil {
		return 0, err
	}
	milli := name == "cpu"
	switch near := math.Abs(q.AsApproximateFloat64()); {
	case near >= 1e15:
		return largeCount(q, milli)
	case milli:
		return q.MilliValue(), nil
	}
	return q.Value(), nil
}

// largeCount is countOf for quantities that the methods of Quantity silently get wrong.
func largeCount(q resource.Quantity, milli bool) (int64, error) {
	dec := q.AsDec()
	n, digits := new(big.Int).Set(dec.UnscaledBig()), -int64(dec.Scale()) // the quantity is n with that many zeros
	if milli {
		digits += 3
	}
	power := new(big.Int).Exp(big.NewInt(10), big.NewInt(max(digits, -digits)), nil)
	if digits >= 0 {
		n.Mul(n, power)
	} else {
		rest := new(big.Int)
		if n.DivMod(n, power, rest); rest.Sign() > 0 {
			n.Add(n, big.NewInt(1))
		}
	}
	if !n.IsInt64() {
		return 0, fmt.Errorf("%.40s is more than 64 bits hold", q.String())
	}
	return n.Int64(), nil
}
