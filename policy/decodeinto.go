package policy

import (
	"errors"
	"fmt"
	"reflect"
	"slices"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	karmadaapi "github.com/overridekit/overridekit/policy/karmada/api"
	kubeadmiralapi "github.com/overridekit/overridekit/policy/kubeadmiral/api"
)

// DecodeInto decodes one YAML or JSON document into an object of a known Go type, such as [karmadaapi.OverridePolicy], as strictly as
// [Decode] decodes it. Unknown and repeated fields and values of wrong types are errors with their paths, and with their lines in YAML.
//
//  1. The text is one document.
//  2. The apiVersion and kind are those of the Go type, if it is in one of the api packages of the dialects. For a type of another module they
//     are not compared. An [unstructured.Unstructured] takes any object, as Decode does.
//  3. [Decoder.Namespace] is set unless the zero value of [Scopes] knows the kind as cluster-scoped.
//  4. Fields that are missing get no defaults, and no name is required: admission also sees objects with a generateName.
//
// The object is replaced. If there is an error, it is not written. The object shares nothing with the text. Errors are joined; they do not
// quote values of Secrets, see [Decoder.Hide].
func DecodeInto(text []byte, into runtime.Object) error { return Decoder{}.DecodeInto(text, into) }

// DecodeInto is [DecodeInto] with the decoder's settings.
func (d Decoder) DecodeInto(text []byte, into runtime.Object) error {
	to := reflect.ValueOf(into)
	if into == nil || to.Kind() != reflect.Pointer || to.IsNil() {
		return errors.New("found nil, expected a pointer to an object")
	}
	limits := d.Limits.withDefaults()
	if len(text) > limits.Bytes {
		return fmt.Errorf("the document is longer than %d bytes", limits.Bytes)
	}
	text, err := limits.toUTF8(text)
	if err != nil {
		return err
	}
	docs, count := split(text, 2)
	if count == 2 && docs[1].broken != nil {
		return docs[1].broken
	}
	if count != 1 {
		return fmt.Errorf("found %d documents, expected one", count)
	}
	if _, err := docs[0].checkTail(limits); err != nil {
		return err
	}
	parsed, content, err := docs[0].parse(limits)
	if err != nil && d.quiet(docs[0].text) {
		return withoutValues(err)
	}
	if err != nil {
		return err
	}
	i := item{1, parsed, content, nil, &positions{document: docs[0]}}
	gvk, err := i.kind()
	if err != nil {
		return err
	}
	decoded := reflect.New(to.Type().Elem())
	if object, ok := decoded.Interface().(*unstructured.Unstructured); ok {
		if err := checkKind(gvk, content); err != nil {
			return err
		}
		object.Object = content
		err = checkMetadata(content, d.Hide)
	} else if err = checkType(gvk, into); err == nil {
		err = decodeItem(i, decoded.Interface(), limits, d.Hide)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", nameOf(content), err)
	}
	if object, ok := decoded.Interface().(metav1.Object); ok && object.GetNamespace() == "" && d.Namespace != "" && (Scopes{}).Of(gvk.GroupKind()) != ScopeCluster {
		object.SetNamespace(d.Namespace)
	}
	to.Elem().Set(decoded.Elem())
	return nil
}

// apiTypes knows the kinds of the Go types of both dialects.
var apiTypes = func() *runtime.Scheme {
	scheme := runtime.NewScheme()
	_, _ = karmadaapi.AddToScheme(scheme), kubeadmiralapi.AddToScheme(scheme) // they fail for nil only
	return scheme
}()

// checkType returns an error if a document is not of the kind of a Go type.
func checkType(found schema.GroupVersionKind, into runtime.Object) error {
	kinds, _, err := apiTypes.ObjectKinds(into)
	if err != nil || slices.Contains(kinds, found) {
		return nil
	}
	return fmt.Errorf("found the kind %s of %s, expected %s of %s", short(found.Kind), short(found.GroupVersion().String()), kinds[0].Kind, kinds[0].GroupVersion())
}
