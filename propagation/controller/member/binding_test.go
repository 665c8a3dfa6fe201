package member

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/status"
)

// errRead is the error of a template that is read.
var errRead = errors.New("the template was read")

type readOf struct{ client.Reader }

func (readOf) Get(context.Context, client.ObjectKey, client.Object, ...client.GetOption) error {
	return errRead
}

// TestForeignTemplate has bindings that name a template of another namespace, or that have another name than the binding of the template. A user who
// may write them must not write the status of that template.
func TestForeignTemplate(t *testing.T) {
	t.Parallel()
	a := &aggregator{Members: &Members{live: readOf{}, options: Options{Interpreter: interpreter.NewRegistry(native.Interpreters(time.Now)...)}}}
	for _, tc := range []struct {
		namespace, name string
		want            error
	}{
		{"shop", "web-deployment", errRead},
		{"shop", "other", nil},
		{"elsewhere", "web-deployment", nil},
	} {
		b := &api.ResourceBinding{ObjectMeta: metav1.ObjectMeta{Namespace: tc.namespace, Name: tc.name}}
		b.Spec.Resource = api.ObjectReference{APIVersion: "apps/v1", Kind: "Deployment", Namespace: "shop", Name: "web"}
		require.Equal(t, tc.want, a.write(t.Context(), b, status.BindingStatus{}), tc)
	}
}
