package controller_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"k8s.io/client-go/rest"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/overridekit/overridekit/interpreter"
	"github.com/overridekit/overridekit/interpreter/native"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/controller/crds"
)

var (
	fleet  *controllertest.Fleet
	scheme = runtime.NewScheme()
	hub    client.Client // of the tests, without a cache
)

func TestMain(m *testing.M) {
	var logs io.Writer = io.Discard
	if os.Getenv("TEST_LOGS") != "" {
		logs = os.Stderr
	}
	log.SetLogger(zap.New(zap.WriteTo(logs), zap.UseDevMode(true)))
	os.Exit(controllertest.Run(m, 0, func(f *controllertest.Fleet) {
		fleet = f
		if err := prepare(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}))
}

// prepare installs the kinds of the hub.
func prepare() (err error) {
	if err := clientgoscheme.AddToScheme(scheme); err != nil {
		return err
	}
	if err := controller.AddToScheme(scheme); err != nil {
		return err
	}
	if hub, err = client.New(fleet.Hub.Config(), client.Options{Scheme: scheme}); err != nil {
		return err
	}
	return crds.Install(context.Background(), hub)
}

// until calls check until it succeeds, and returns its last error after a while.
func until(limit time.Duration, check func() error) error {
	for deadline := time.Now().Add(limit); ; time.Sleep(20 * time.Millisecond) {
		err := check()
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// patience is the limit of waits. It is long because a machine may be slow and busy.
const patience = 3 * time.Minute

func eventually(t *testing.T, check func() error) {
	t.Helper()
	require.NoError(t, until(patience, check))
}

// startHub runs a hub until the test ends.
func startHub(t *testing.T, options controller.Options) *controller.Hub {
	t.Helper()
	return startHubWith(t, fleet.Hub.Config(), options)
}

func startHubWith(t *testing.T, config *rest.Config, options controller.Options) *controller.Hub {
	t.Helper()
	mgr, err := ctrl.NewManager(config, controller.ManagerOptions(ctrl.Options{Scheme: scheme, Metrics: metricsserver.Options{BindAddress: "0"}}))
	require.NoError(t, err)
	if options.Registry == nil {
		options.Registry = interpreter.NewRegistry(native.Interpreters(time.Now)...)
	}
	h, err := controller.SetupWithManager(mgr, options)
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() { done <- mgr.Start(ctx) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
	return h
}

// createNamespace makes a namespace for a test.
func createNamespace(t *testing.T, name string) {
	t.Helper()
	err := hub.Create(t.Context(), &corev1.Namespace{ObjectMeta: named("", name)})
	if !apierrors.IsAlreadyExists(err) {
		require.NoError(t, err)
	}
}

// createCluster makes a ready cluster with the APIs of Deployments and ConfigMaps, and its execution namespace.
func createCluster(t *testing.T, name string, labels map[string]string) {
	t.Helper()
	createNamespace(t, api.ExecutionNamespace(name))
	c := &api.Cluster{ObjectMeta: named("", name)}
	c.Labels = labels
	require.NoError(t, hub.Create(t.Context(), c))
	c.Status.APIEnablements = []api.APIEnablement{
		{GroupVersion: "apps/v1", Resources: []api.APIResource{{Name: "deployments", Kind: "Deployment"}}},
		{GroupVersion: "v1", Resources: []api.APIResource{{Name: "configmaps", Kind: "ConfigMap"}, {Name: "secrets", Kind: "Secret"}}},
	}
	require.NoError(t, hub.Status().Update(t.Context(), c))
	t.Cleanup(func() { require.NoError(t, client.IgnoreNotFound(hub.Delete(context.Background(), c))) })
}
