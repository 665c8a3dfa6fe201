package member_test

import (
	"context"
	"fmt"
	"os"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/controller/crds"
	"github.com/overridekit/overridekit/propagation/controller/member"
)

var (
	fleet    *controllertest.Fleet
	scheme   = runtime.NewScheme()
	registry = interpreter.NewRegistry(native.Interpreters(time.Now)...)
)

func TestMain(m *testing.M) {
	log.SetLogger(zap.New(zap.UseDevMode(true), zap.WriteTo(logs())))
	must(api.AddToScheme(scheme))
	must(corev1.AddToScheme(scheme))
	must(apiextensionsv1.AddToScheme(scheme))
	os.Exit(controllertest.Run(m, 2, func(f *controllertest.Fleet) {
		fleet = f
		must(crds.Install(context.Background(), clientOf(f.Hub)))
	}))
}

func logs() *os.File {
	if os.Getenv("TEST_LOGS") != "" {
		return os.Stderr
	}
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	must(err)
	return null
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// clients has a client for each server: a new one would ask for all kinds of the server.
var clients sync.Map

// clientOf returns a client without a cache.
func clientOf(s *controllertest.Server) client.Client {
	if c, found := clients.Load(s); found {
		return c.(client.Client)
	}
	c, err := client.New(s.Config(), client.Options{Scheme: scheme})
	must(err)
	clients.Store(s, c)
	return c
}

// startOperator starts a manager with the members, and stops it at the end of the test.
func startOperator(t *testing.T, change func(*member.Options)) *member.Members {
	t.Helper()
	skip := true
	mgr, err := ctrl.NewManager(fleet.Hub.Config(), ctrl.Options{
		Scheme: scheme, Metrics: metricsserver.Options{BindAddress: "0"}, Controller: config.Controller{SkipNameValidation: &skip},
	})
	require.NoError(t, err)
	options := member.Options{
		Interpreter: registry, Period: 200 * time.Millisecond, Timeout: 2 * time.Second, MaxDelay: time.Second, SecretPeriod: time.Second,
	}
	if change != nil {
		change(&options)
	}
	members, err := member.SetupWithManager(mgr, options)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- mgr.Start(ctx) }()
	go finalizeNamespaces(ctx)
	t.Cleanup(func() {
		cancel()
		select {
		case err := <-done:
			require.NoError(t, err)
		case <-time.After(patience):
			t.Error("the manager does not stop")
		}
	})
	return members
}

// finalizeNamespaces does what the namespace controller of Kubernetes does for execution namespaces: it deletes the Works of one that is being deleted,
// and then the namespace.
func finalizeNamespaces(ctx context.Context) {
	c := clientOf(fleet.Hub)
	for ctx.Err() == nil {
		list := &corev1.NamespaceList{}
		_ = c.List(ctx, list)
		for i := range list.Items {
			space := &list.Items[i]
			if space.DeletionTimestamp == nil {
				continue
			}
			_ = c.DeleteAllOf(ctx, &api.Work{}, client.InNamespace(space.Name))
			works := &api.WorkList{}
			if c.List(ctx, works, client.InNamespace(space.Name)) == nil && len(works.Items) == 0 {
				space.Spec.Finalizers = nil
				_ = c.SubResource("finalize").Update(ctx, space)
			}
		}
		select {
		case <-ctx.Done():
		case <-time.After(100 * time.Millisecond):
		}
	}
}

// join makes Cluster objects that reach the members of the fleet, and deletes them at the end of the test. The names are those of the test with a number.
func join(t *testing.T, prefix string) []string {
	t.Helper()
	hub := clientOf(fleet.Hub)
	var names []string
	var clusters, secrets []client.Object
	t.Cleanup(func() {
		deleteAll(hub, clusters...)
		deleteAll(hub, secrets...)
	})
	for i, server := range fleet.Members {
		name := fmt.Sprintf("%s%d", prefix, i+1)
		names = append(names, name)
		kubeconfig, err := server.Kubeconfig()
		require.NoError(t, err)
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}, Data: map[string][]byte{"kubeconfig": kubeconfig}}
		require.NoError(t, hub.Create(t.Context(), secret))
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
		c.Spec.SecretRef = &api.LocalSecretReference{Namespace: "default", Name: name}
		require.NoError(t, hub.Create(t.Context(), c))
		clusters, secrets = append(clusters, c), append(secrets, secret)
	}
	for _, name := range names {
		eventually(t, "cluster "+name+" is ready", func() error { return clusterIs(t, name, metav1.ConditionTrue) })
	}
	return names
}

// deleteAll deletes objects, and waits until they are gone.
func deleteAll(hub client.Client, all ...client.Object) {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	for _, o := range all {
		_ = hub.Delete(ctx, o)
	}
	for _, o := range all {
		for ctx.Err() == nil && hub.Get(ctx, client.ObjectKeyFromObject(o), o) == nil {
			time.Sleep(20 * time.Millisecond)
		}
	}
}
