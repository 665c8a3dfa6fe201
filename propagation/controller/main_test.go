package controller_test

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
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
)

var (
	fleet  *controllertest.Fleet
	scheme = runtime.NewScheme()
	hub    client.Client // of the tests, without a cache
)

func TestMain(m *testing.M) {
	log.SetLogger(zap.New(zap.WriteTo(os.Stderr), zap.UseDevMode(true)))
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
	ctx := context.Background()
	var all []schema.GroupVersionKind
	for _, of := range []struct {
		group schema.GroupVersion
		kinds string
	}{
		{api.PolicyGroupVersion, "OverridePolicy PropagationPolicy ClusterOverridePolicy ClusterPropagationPolicy"},
		{schema.GroupVersion{Group: "core.kubeadmiral.io", Version: "v1alpha1"}, "OverridePolicy ClusterOverridePolicy"},
		{api.ClusterGroupVersion, "Cluster"}, {api.WorkGroupVersion, "Work"}, {api.BindingGroupVersion, "ResourceBinding ClusterResourceBinding"},
	} {
		for kind := range strings.FieldsSeq(of.kinds) {
			if err := hub.Create(ctx, crd(of.group, kind)); err != nil {
				return err
			}
			all = append(all, of.group.WithKind(kind))
		}
	}
	return until(30*time.Second, func() error {
		for _, kind := range all {
			var list unstructured.UnstructuredList
			list.SetGroupVersionKind(kind.GroupVersion().WithKind(kind.Kind + "List"))
			if err := hub.List(ctx, &list); err != nil {
				return err
			}
		}
		return nil
	})
}

// crd accepts every object of a kind, and has a status.
func crd(group schema.GroupVersion, kind string) client.Object {
	scope := "Namespaced"
	if strings.HasPrefix(kind, "Cluster") {
		scope = "Cluster"
	}
	lower := strings.ToLower(kind)
	plural := strings.TrimSuffix(lower, "y") + "ies"
	if !strings.HasSuffix(lower, "y") {
		plural = lower + "s"
	}
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "apiextensions.k8s.io/v1", "kind": "CustomResourceDefinition", "metadata": map[string]any{"name": plural + "." + group.Group},
		"spec": map[string]any{
			"group": group.Group, "scope": scope, "names": map[string]any{"kind": kind, "plural": plural, "singular": lower, "listKind": kind + "List"},
			"versions": []any{map[string]any{
				"name": group.Version, "served": true, "storage": true, "subresources": map[string]any{"status": map[string]any{}},
				"schema": map[string]any{"openAPIV3Schema": map[string]any{"type": "object", "x-kubernetes-preserve-unknown-fields": true}},
			}},
		},
	}}
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

func eventually(t *testing.T, check func() error) {
	t.Helper()
	require.NoError(t, until(20*time.Second, check))
}

// startHub runs a hub until the test ends.
func startHub(t *testing.T, options controller.Options) *controller.Hub {
	t.Helper()
	mgr, err := ctrl.NewManager(fleet.Hub.Config(), controller.ManagerOptions(ctrl.Options{Scheme: scheme, Metrics: metricsserver.Options{BindAddress: "0"}}))
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
