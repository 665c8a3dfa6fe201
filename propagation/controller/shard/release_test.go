package shard

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
	coordinationv1 "k8s.io/api/coordination/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-runtime/pkg/client"
)

// lateRenewals is a server with a Lease that a renewal changes before it can be deleted, some times.
type lateRenewals struct {
	client.Client
	holders []string // by the number of the renewal; the Lease is gone after the last one
	deleted bool
}

func (l *lateRenewals) Get(_ context.Context, _ client.ObjectKey, o client.Object, _ ...client.GetOption) error {
	o.(*coordinationv1.Lease).Spec.HolderIdentity = &l.holders[0]
	return nil
}

func (l *lateRenewals) Delete(context.Context, client.Object, ...client.DeleteOption) error {
	if len(l.holders) == 1 {
		l.deleted = true
		return nil
	}
	l.holders = l.holders[1:]
	return apierrors.NewConflict(schema.GroupResource{Resource: "leases"}, "g-a", nil)
}

// TestRelease: a renewal that comes late does not keep the Lease, but that of another process does.
func TestRelease(t *testing.T) {
	s := New(nil, "default", "g", "a", Timing{})
	for _, c := range []struct {
		name    string
		holders []string
		deleted bool
	}{
		{"the Lease is its own", []string{s.holder}, true},
		{"its last renewal comes late", []string{s.holder, s.holder}, true},
		{"another process takes the Lease", []string{s.holder, "other"}, false},
		{"another process has the Lease", []string{"other"}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := &lateRenewals{holders: c.holders}
			s.client = server
			require.NoError(t, s.release(t.Context()))
			require.Equal(t, c.deleted, server.deleted)
		})
	}
}
