package content

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/validation"
)

// IsScalarResource reports whether Karmada counts a resource besides cpu, memory, ephemeral-storage and pods:
//
//  1. Huge pages and attachable volumes count, and so does any name that contains kubernetes.io/.
//  2. Any other name with a slash counts if it does not begin with "requests." and is a qualified name with that
//     prefix added.
func IsScalarResource(name string) bool {
	if strings.HasPrefix(name, "hugepages-") || strings.HasPrefix(name, "attachable-volumes-") || strings.Contains(name, "kubernetes.io/") {
		return true
	}
	const quota = "requests."
	return strings.Contains(name, "/") && !strings.HasPrefix(name, quota) && len(validation.IsQualifiedName(quota+name)) == 0
}
