package controllertest_test

import (
	"bufio"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/overridekit/overridekit/propagation/controller/controllertest"
)

var fleet *controllertest.Fleet

// childVariable makes the test program one that starts a server, prints its kubeconfig's host, and waits to be killed.
const childVariable = "CONTROLLERTEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childVariable) != "" {
		child()
		return
	}
	os.Exit(controllertest.Run(m, 1, func(f *controllertest.Fleet) { fleet = f }))
}

func child() {
	programs, err := controllertest.Find(context.Background(), nil)
	if err != nil {
		panic(err)
	}
	server, err := controllertest.Start(context.Background(), programs, "child")
	if err != nil {
		panic(err)
	}
	os.Stdout.WriteString(server.Config().Host + "\n")
	select {}
}

func clientOf(t *testing.T, config *rest.Config) client.Client {
	t.Helper()
	c, err := client.New(config, client.Options{})
	require.NoError(t, err)
	return c
}

func newConfigMap(name string) *corev1.ConfigMap {
	return &corev1.ConfigMap{ObjectMeta: metav1.ObjectMeta{Namespace: "default", Name: name}}
}

// get asks with a time limit, because a suspended server gives no answer.
func get(c client.Client, name string, limit time.Duration) error {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	return c.Get(ctx, client.ObjectKey{Namespace: "default", Name: name}, &corev1.ConfigMap{})
}

func TestServersAreSeparate(t *testing.T) {
	hub, member := clientOf(t, fleet.Hub.Config()), clientOf(t, fleet.Members[0].Config())
	require.NoError(t, hub.Create(t.Context(), newConfigMap("separate")))
	require.NoError(t, get(hub, "separate", 3*time.Minute))
	err := get(member, "separate", 3*time.Minute)
	require.True(t, apierrors.IsNotFound(err), "%v", err)
	require.Equal(t, "hub", fleet.Hub.Name())
	require.Equal(t, "member1", fleet.Members[0].Name())
}

func TestConfigAsHasNoRights(t *testing.T) {
	nobody := clientOf(t, fleet.Hub.ConfigAs("system:serviceaccount:default:nobody"))
	err := nobody.Create(t.Context(), newConfigMap("forbidden"))
	require.True(t, apierrors.IsForbidden(err), "%v", err)
}

func TestKubeconfig(t *testing.T) {
	data, err := fleet.Hub.Kubeconfig()
	require.NoError(t, err)
	config, err := clientcmd.RESTConfigFromKubeConfig(data)
	require.NoError(t, err)
	require.NoError(t, clientOf(t, config).Create(t.Context(), newConfigMap("kubeconfig")))
}

func TestObjectsOutliveTheAPIServer(t *testing.T) {
	server := fleet.Members[0]
	c := clientOf(t, server.Config())
	require.NoError(t, c.Create(t.Context(), newConfigMap("outlives")))
	server.StopAPI()
	server.StopAPI() // does nothing
	require.ErrorContains(t, get(c, "outlives", 3*time.Minute), "connection refused")
	require.Error(t, server.Suspend())
	require.NoError(t, server.StartAPI(t.Context()))
	require.NoError(t, server.StartAPI(t.Context())) // does nothing
	require.NoError(t, get(c, "outlives", 3*time.Minute))
}

func TestSuspendedServersDoNotAnswer(t *testing.T) {
	server := fleet.Members[0]
	c := clientOf(t, server.Config())
	require.NoError(t, c.Create(t.Context(), newConfigMap("suspended")))
	require.NoError(t, server.Suspend())
	require.NoError(t, server.Suspend()) // does nothing
	require.ErrorIs(t, get(c, "suspended", 300*time.Millisecond), context.DeadlineExceeded)
	require.NoError(t, server.Resume())
	require.NoError(t, server.Resume()) // does nothing
	require.NoError(t, get(c, "suspended", 3*time.Minute))
	for range 20 { // it has stopped when Suspend returns
		require.NoError(t, server.Suspend())
		require.ErrorIs(t, get(c, "suspended", 30*time.Millisecond), context.DeadlineExceeded)
		require.NoError(t, server.Resume())
		require.NoError(t, get(c, "suspended", 3*time.Minute))
	}
}

func TestServersEndWithAKilledProgram(t *testing.T) {
	self, err := os.Executable()
	require.NoError(t, err)
	cmd := exec.Command(self)
	dir := t.TempDir()
	cmd.Env = append(os.Environ(), childVariable+"=1", "TMPDIR="+dir)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, cmd.Start())
	host, err := bufio.NewReader(out).ReadString('\n')
	require.NoError(t, err)
	require.Contains(t, host, "https://127.0.0.1:")
	require.Len(t, running(t, dir), 2, "etcd and kube-apiserver")
	require.NoError(t, cmd.Process.Kill())
	require.Error(t, cmd.Wait())
	require.Eventually(t, func() bool { return len(running(t, dir)) == 0 }, 3*time.Minute, 20*time.Millisecond)
}

// running returns the programs whose command line contains a path.
func running(t *testing.T, path string) (found []string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/cmdline")
	require.NoError(t, err)
	if len(files) == 0 {
		t.Skip("needs /proc")
	}
	for _, file := range files {
		if line, err := os.ReadFile(file); err == nil && strings.Contains(string(line), path) {
			found = append(found, string(line))
		}
	}
	return found
}

func TestFindNeedsBothPrograms(t *testing.T) {
	t.Setenv("KUBEBUILDER_ASSETS", t.TempDir())
	_, err := controllertest.Find(t.Context(), nil)
	require.ErrorContains(t, err, "KUBEBUILDER_ASSETS: found no program ")
	require.ErrorContains(t, err, "etcd")
}

func TestStartReportsWhatTheServerPrinted(t *testing.T) {
	dir := t.TempDir()
	broken := filepath.Join(dir, "etcd")
	require.NoError(t, os.WriteFile(broken, []byte("#!/bin/sh\necho no space left >&2\nexit 3\n"), 0o755))
	_, err := controllertest.Start(t.Context(), controllertest.Programs{Etcd: broken}, "broken")
	require.ErrorContains(t, err, "server broken: etcd of broken has ended: exit status 3: no space left")
}
