package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
	"sigs.k8s.io/controller-runtime/pkg/log/zap"
	"sigs.k8s.io/yaml"

	"github.com/overridekit/overridekit/examples/operator/internal/command"
	"github.com/overridekit/overridekit/policy/karmada/api"
	"github.com/overridekit/overridekit/propagation/controller"
	"github.com/overridekit/overridekit/propagation/controller/controllertest"
	"github.com/overridekit/overridekit/propagation/controller/crds"
)

var (
	fleet   *controllertest.Fleet
	hub     client.Client
	members []client.Client
)

func TestMain(m *testing.M) {
	if args := os.Getenv(operatorArgs); args != "" { // this process is the operator
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
		defer stop()
		os.Exit(start(ctx, strings.Fields(args)))
	}
	var logs io.Writer = io.Discard
	if os.Getenv("TEST_LOGS") != "" {
		logs = os.Stderr
	}
	log.SetLogger(zap.New(zap.WriteTo(logs), zap.UseDevMode(true)))
	os.Exit(controllertest.Run(m, 3, func(f *controllertest.Fleet) {
		fleet = f
		scheme := runtime.NewScheme()
		must(clientgoscheme.AddToScheme(scheme))
		must(controller.AddToScheme(scheme))
		for i, s := range append([]*controllertest.Server{f.Hub}, f.Members...) {
			c, err := client.New(s.Config(), client.Options{Scheme: scheme})
			must(err)
			if i == 0 {
				hub = c
			} else {
				members = append(members, c)
			}
		}
		must(crds.Install(context.Background(), hub))
	}))
}

// operatorArgs is the environment variable with the command line of an operator, in a process of its own.
const operatorArgs = "OVERRIDEKIT_OPERATOR_ARGS"

// startProcess starts the operator as a process, which ends with the test.
func startProcess(t *testing.T, more ...string) *exec.Cmd {
	t.Helper()
	kubeconfig, err := fleet.Hub.Kubeconfig()
	require.NoError(t, err)
	file := filepath.Join(t.TempDir(), "kubeconfig")
	require.NoError(t, os.WriteFile(file, kubeconfig, 0o600))
	args := append([]string{"-kubeconfig", file, "-metrics-bind-address", "0", "-health-probe-bind-address", "0", "-member-period", "200ms"}, more...)
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), operatorArgs+"="+strings.Join(args, " "))
	if os.Getenv("TEST_LOGS") != "" {
		c.Stderr = os.Stderr
	}
	require.NoError(t, c.Start())
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return c
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

// startOperator runs the operator until the test ends.
func startOperator(t *testing.T, changes ...func(*options)) {
	t.Helper()
	all, err := registry("", "")
	require.NoError(t, err)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	o := options{metrics: command.Metrics{Address: "0"}, probes: "0", workers: 4, registry: all, memberTimeout: 2 * time.Second, memberPeriod: 200 * time.Millisecond}
	for _, change := range changes {
		change(&o)
	}
	go func() { done <- run(ctx, fleet.Hub.Config(), o) }()
	t.Cleanup(func() {
		stop()
		require.NoError(t, <-done)
	})
}

// startNamespaceController does what the namespace controller of Kubernetes does: a namespace that is being deleted loses its Works, and is gone
// when its bindings are, too.
func startNamespaceController(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	go func() {
		for ; ctx.Err() == nil; time.Sleep(50 * time.Millisecond) {
			for _, c := range append([]client.Client{hub}, members...) {
				finalizeNamespaces(ctx, c)
			}
		}
	}()
}

func finalizeNamespaces(ctx context.Context, c client.Client) {
	list := &corev1.NamespaceList{}
	_ = c.List(ctx, list)
	for i := range list.Items {
		space := &list.Items[i]
		if space.DeletionTimestamp == nil {
			continue
		}
		if c == hub {
			works, bindings := &api.WorkList{}, &api.ResourceBindingList{}
			_ = c.DeleteAllOf(ctx, &api.Work{}, client.InNamespace(space.Name))
			if c.List(ctx, works, client.InNamespace(space.Name)) != nil || len(works.Items) > 0 ||
				c.List(ctx, bindings, client.InNamespace(space.Name)) != nil || len(bindings.Items) > 0 {
				continue
			}
		}
		space.Spec.Finalizers = nil
		_ = c.SubResource("finalize").Update(ctx, space)
	}
}

// join makes a Cluster object for each member of the fleet, with labels. The name is that of the test and of the server.
func join(t *testing.T, prefix string, labels ...map[string]string) (names []string) {
	t.Helper()
	t.Cleanup(func() {
		require.NoError(t, leave(context.Background(), names...))
		for _, name := range names {
			require.NoError(t, hub.Delete(context.Background(), &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}))
		}
	})
	for i, server := range fleet.Members {
		name := fmt.Sprintf("%s-member%d", prefix, i+1)
		kubeconfig, err := server.Kubeconfig()
		require.NoError(t, err)
		secret := &corev1.Secret{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}, Data: map[string][]byte{"kubeconfig": kubeconfig}}
		c := &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}}
		if i < len(labels) {
			c.Labels = labels[i]
		}
		c.Spec.SecretRef = &api.LocalSecretReference{Namespace: "default", Name: name}
		require.NoError(t, hub.Create(t.Context(), secret))
		require.NoError(t, hub.Create(t.Context(), c))
		names = append(names, name)
	}
	for _, name := range names {
		eventually(t, func() error {
			c := &api.Cluster{}
			err := hub.Get(t.Context(), client.ObjectKey{Name: name}, c)
			if err == nil && !meta.IsStatusConditionTrue(c.Status.Conditions, api.ClusterReady) {
				err = fmt.Errorf("cluster %s is not ready: %v", name, c.Status.Conditions)
			}
			return err
		})
	}
	return names
}

// leave deletes Cluster objects, and waits until they are gone.
func leave(ctx context.Context, names ...string) error {
	for _, name := range names {
		if err := client.IgnoreNotFound(hub.Delete(ctx, &api.Cluster{ObjectMeta: metav1.ObjectMeta{Name: name}})); err != nil {
			return err
		}
	}
	return until(patience, func() error {
		for _, name := range names {
			if err := hub.Get(ctx, client.ObjectKey{Name: name}, &api.Cluster{}); !apierrors.IsNotFound(err) {
				return fmt.Errorf("cluster %s still exists: %w", name, err)
			}
		}
		return nil
	})
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

// apply creates an object of the hub from YAML.
func apply(t *testing.T, text string) *unstructured.Unstructured {
	t.Helper()
	o := &unstructured.Unstructured{}
	require.NoError(t, yaml.Unmarshal([]byte(text), &o.Object))
	require.NoError(t, hub.Create(t.Context(), o), text)
	return o
}

// edit changes an object until there is no conflict.
func edit(t *testing.T, c client.Client, o *unstructured.Unstructured, change func(*unstructured.Unstructured)) {
	t.Helper()
	eventually(t, func() error {
		if err := c.Get(t.Context(), client.ObjectKeyFromObject(o), o); err != nil {
			return err
		}
		change(o)
		return c.Update(t.Context(), o)
	})
}
