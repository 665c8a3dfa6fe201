package server

import (
	"encoding/base64"
	"reflect"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/overridekit/overridekit/override/quantity"
)

// Unknown is the name of a field that no kind has, see [Server].Widgets.
const Unknown = "unknownField"

// normalize writes an object as a server decodes and encodes it. The kinds of the server itself are Go types: they lose null, what is empty, and fields that
// the types lack, and get their own form of quantities. Kinds of a CRD only lose null and unknown fields.
func (s *Server) normalize(o *unstructured.Unstructured) {
	own := ownKind(o)
	if plain, ok := o.Object["stringData"].(map[string]any); ok && kindOf(o) == "Secret" {
		for key, v := range plain {
			text, _ := v.(string)
			objectIn(o.Object, "data")[key] = base64.StdEncoding.EncodeToString([]byte(text))
		}
		delete(o.Object, "stringData")
	}
	for key, v := range o.Object {
		if key == "status" {
			continue
		}
		if v = s.normal(v, own, key); v == nil || own && key != "metadata" && key != "spec" && isEmpty(v) {
			delete(o.Object, key)
		} else {
			o.Object[key] = v
		}
	}
}

// ownKind reports whether the server has a Go type for an object.
func ownKind(o *unstructured.Unstructured) bool {
	group := o.GroupVersionKind().Group
	return !strings.Contains(group, ".") || strings.HasSuffix(group, ".k8s.io")
}

// kept has the fields that are written even if they are empty, because they are pointers or structs in Go.
var kept = []string{
	"replicas", "resources", "securityContext", "emptyDir", "strategy", "rollingUpdate", "maxSurge", "maxUnavailable", "template", "metadata", "spec",
	"selector", "podSelector", "namespaceSelector", "automountServiceAccountToken", "runAsUser", "runAsNonRoot", "allowPrivilegeEscalation",
	"terminationGracePeriodSeconds", "revisionHistoryLimit", "immutable", "storageClassName", "suspend", "completions", "parallelism", "backoffLimit",
}

func (s *Server) normal(v any, own bool, at ...string) any {
	here := at[len(at)-1]
	switch v := v.(type) {
	case map[string]any:
		if v == nil { // JSON writes null
			return nil
		}
		users := slices.Contains([]string{"labels", "annotations", "data", "stringData", "matchLabels", "nodeSelector"}, here) || here == "selector" && len(at) == 2
		quantities := own && slices.Contains([]string{"limits", "requests", "hard", "capacity"}, here)
		for key, e := range v {
			if quantities {
				if q, err := quantity.Of(e); err == nil {
					v[key] = q.String()
				}
				continue
			}
			e = s.normal(e, own, append(slices.Clone(at), key)...)
			if e == nil || s.Widgets && key == Unknown || own && !users && isEmpty(e) && !slices.Contains(kept, key) {
				delete(v, key)
			} else {
				v[key] = e
			}
		}
	case []any:
		if v == nil {
			return nil
		}
		for i := range v {
			v[i] = s.normal(v[i], own, append(slices.Clone(at), "*")...)
		}
	}
	return v
}

func isEmpty(v any) bool {
	switch of := reflect.ValueOf(v); of.Kind() {
	case reflect.Map, reflect.Slice:
		return of.Len() == 0
	case reflect.Invalid:
		return true
	default:
		return of.IsZero()
	}
}
