package validation

import (
	"fmt"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/overridekit/overridekit/policy/karmada/api"
)

// validateSpread validates each spread constraint, and then all of them together.
//
//  1. A constraint is by a field or by a label.
//  2. Its minGroups and maxGroups are not negative. A maxGroups other than 0 is not below minGroups.
//  3. No field has a second constraint. This is reported once for each field.
//  4. If any constraint is by a field, one is by the field cluster.
func validateSpread(at *field.Path, constraints []api.SpreadConstraint) field.ErrorList {
	var errs field.ErrorList
	seen := map[api.SpreadField]int{}
	for i, c := range constraints {
		if c.SpreadByField != "" && c.SpreadByLabel != "" {
			errs = append(errs, field.Invalid(at.Index(i), c, "spreadByLabel should not co-exist with spreadByField"))
		}
		if c.MinGroups < 0 {
			errs = append(errs, field.Invalid(at.Index(i), c, "minGroups lower than 0 is not allowed"))
		}
		if c.MaxGroups < 0 {
			errs = append(errs, field.Invalid(at.Index(i), c, "maxGroups lower than 0 is not allowed"))
		}
		if c.MaxGroups > 0 && c.MaxGroups < c.MinGroups {
			errs = append(errs, field.Invalid(at.Index(i), c, "maxGroups lower than minGroups is not allowed"))
		}
		if c.SpreadByField == "" {
			continue
		}
		if seen[c.SpreadByField]++; seen[c.SpreadByField] == 2 {
			errs = append(errs, field.Invalid(at, constraints, fmt.Sprintf("multiple %s spread constraints are not allowed", c.SpreadByField)))
		}
	}
	if len(seen) > 0 && seen[api.SpreadByCluster] == 0 {
		errs = append(errs, field.Invalid(at, constraints,
			"the cluster spread constraint must be enabled in one of the constraints in case of SpreadByField is enabled"))
	}
	return errs
}
