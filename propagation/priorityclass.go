package propagation

import (
	"context"
	"fmt"
	"math"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/overridekit/overridekit/override/jsontree"
	"github.com/overridekit/overridekit/override/redact"
	"github.com/overridekit/overridekit/propagation/template"
	"github.com/overridekit/overridekit/selector"
)

// priorityClasses returns a lookup of the PriorityClasses among the templates, see [PlanOptions].PriorityClass.
func priorityClasses(templates []*template.Placing, hide redact.Places) func(ctx context.Context, name string) (int32, bool, error) {
	classes := map[string]*unstructured.Unstructured{}
	kind := schema.GroupKind{Group: "scheduling.k8s.io", Kind: "PriorityClass"}
	for _, t := range templates {
		if t.Fault == nil && t.Ref.Kind == kind.Kind && t.Object.GroupVersionKind().GroupKind() == kind {
			classes[t.Ref.Name] = t.Object
		}
	}
	return func(_ context.Context, name string) (int32, bool, error) {
		class := classes[name]
		if class == nil {
			return 0, false, nil
		}
		value, ok := class.Object["value"].(int64)
		if !ok || value < math.MinInt32 || value > math.MaxInt32 {
			describe := jsontree.Describe
			if hide.Of(selector.ObjectOf(class.Object)).Hides(jsontree.Pointer{"value"}) {
				describe = jsontree.DescribeHidden
			}
			return 0, false, fmt.Errorf("/value is %s, expected a 32-bit integer", describe(class.Object["value"]))
		}
		return int32(value), true, nil
	}
}
