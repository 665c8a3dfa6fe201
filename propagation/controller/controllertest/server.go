package controllertest

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"time"

	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
	clientcmdapi "k8s.io/client-go/tools/clientcmd/api"
)

// Server is a kube-apiserver and its etcd. Its methods may be called concurrently.
type Server struct {
	name        string
	dir         string
	programs    Programs
	credentials credentials
	etcdPort    int
	port        int

	mu   sync.Mutex
	etcd *process
	api  *process // nil while the API server is stopped
}

// startTime is how long a server may take to get ready. Some seconds are usual, but a machine may be slow and busy.
const startTime = 5 * time.Minute

// Start starts etcd and an API server, and returns when that is ready. The name is for errors and kubeconfigs. Call Stop in the end.
func Start(ctx context.Context, programs Programs, name string) (*Server, error) {
	const tries = 3
	for try := 1; ; try++ {
		s, err := start(ctx, programs, name)
		if err == nil {
			return s, nil
		}
		// A port may be taken before the server listens.
		if try == tries || !strings.Contains(err.Error(), syscall.EADDRINUSE.Error()) {
			return nil, fmt.Errorf("server %s: %w", name, err)
		}
	}
}

func start(ctx context.Context, programs Programs, name string) (*Server, error) {
	dir, err := os.MkdirTemp("", "controllertest-")
	if err != nil {
		return nil, err
	}
	s := &Server{name: name, dir: dir, programs: programs}
	if err := s.begin(ctx); err != nil {
		s.Stop()
		return nil, err
	}
	return s, nil
}

func (s *Server) begin(ctx context.Context) (err error) {
	if s.credentials, err = writeCredentials(s.dir); err != nil {
		return err
	}
	if s.port, err = FreePort(); err != nil {
		return err
	}
	if err := s.startEtcd(ctx); err != nil {
		return err
	}
	return s.StartAPI(ctx)
}

func (s *Server) startEtcd(ctx context.Context) (err error) {
	if s.etcdPort, err = FreePort(); err != nil {
		return err
	}
	url := fmt.Sprintf("http://127.0.0.1:%d", s.etcdPort)
	s.etcd, err = startProcess("etcd of "+s.name, s.programs.Etcd, filepath.Join(s.dir, "etcd.log"), []string{
		"--name=default", "--data-dir=" + filepath.Join(s.dir, "etcd"), "--unsafe-no-fsync", "--log-level=warn",
		"--listen-client-urls=" + url, "--advertise-client-urls=" + url,
		"--listen-peer-urls=http://127.0.0.1:0", // it has no peers
		"--heartbeat-interval=20", "--election-timeout=200",
	})
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	return s.etcd.wait(ctx, func(ctx context.Context) error { return get(ctx, http.DefaultClient, url+"/health") })
}

// StartAPI starts the API server again after StopAPI, with the same address, credentials and objects, and returns when it is ready. It does
// nothing if the API server runs.
func (s *Server) StartAPI(ctx context.Context) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.api != nil {
		return nil
	}
	client, err := rest.HTTPClientFor(s.Config())
	if err != nil {
		return err
	}
	api, err := startProcess("API server of "+s.name, s.programs.APIServer, filepath.Join(s.dir, "kube-apiserver.log"), s.apiArguments())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, startTime)
	defer cancel()
	err = api.wait(ctx, func(ctx context.Context) error { return get(ctx, client, s.url()+"/readyz") })
	client.CloseIdleConnections()
	if err != nil {
		api.kill()
		return err
	}
	s.api = api
	return nil
}

func (s *Server) apiArguments() []string {
	file := func(name string) string { return filepath.Join(s.dir, name) }
	return []string{
		fmt.Sprintf("--etcd-servers=http://127.0.0.1:%d", s.etcdPort),
		"--bind-address=127.0.0.1", fmt.Sprintf("--secure-port=%d", s.port), "--cert-dir=" + s.dir,
		"--tls-cert-file=" + file("serving.crt"), "--tls-private-key-file=" + file("serving.key"),
		"--token-auth-file=" + file("tokens.csv"), "--authorization-mode=RBAC",
		"--service-account-issuer=https://localhost", "--service-account-key-file=" + file("accounts.key"),
		"--service-account-signing-key-file=" + file("accounts.key"), "--disable-admission-plugins=ServiceAccount",
		"--service-cluster-ip-range=10.0.0.0/24", "--endpoint-reconciler-type=none", "--profiling=false",
	}
}

// StopAPI kills the API server: clients are refused. Its objects are kept for StartAPI.
func (s *Server) StopAPI() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.api.kill()
	s.api = nil
}

// Suspend stops the API server without closing its connections: requests get no answer until Resume, as if the network was cut.
func (s *Server) Suspend() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.api.suspend()
}

// Resume continues after Suspend.
func (s *Server) Resume() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.api.resume()
}

// Stop ends the server and deletes its data.
func (s *Server) Stop() {
	s.StopAPI()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.etcd.kill()
	s.etcd = nil
	_ = os.RemoveAll(s.dir)
}

// Name returns the name that Start was given.
func (s *Server) Name() string { return s.name }

func (s *Server) url() string { return fmt.Sprintf("https://127.0.0.1:%d", s.port) }

// Config returns a new configuration for clients of an administrator, without a limit of requests.
func (s *Server) Config() *rest.Config {
	return &rest.Config{
		Host:            s.url(),
		BearerToken:     s.credentials.token,
		TLSClientConfig: rest.TLSClientConfig{CAData: s.credentials.authority},
		QPS:             -1,
	}
}

// ConfigAs returns a configuration like Config for another user, for example system:serviceaccount:<namespace>:<name>. Without groups, a service
// account has those that its name implies.
func (s *Server) ConfigAs(user string, groups ...string) *rest.Config {
	config := s.Config()
	config.Impersonate = rest.ImpersonationConfig{UserName: user, Groups: groups}
	return config
}

// Kubeconfig returns a kubeconfig file of an administrator. It holds the credentials.
func (s *Server) Kubeconfig() ([]byte, error) {
	return clientcmd.Write(clientcmdapi.Config{
		Clusters: map[string]*clientcmdapi.Cluster{
			s.name: {Server: s.url(), CertificateAuthorityData: s.credentials.authority},
		},
		AuthInfos:      map[string]*clientcmdapi.AuthInfo{"admin": {Token: s.credentials.token}},
		Contexts:       map[string]*clientcmdapi.Context{s.name: {Cluster: s.name, AuthInfo: "admin"}},
		CurrentContext: s.name,
	})
}

// get returns an error unless a URL is answered with 200.
func get(ctx context.Context, client *http.Client, url string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return err
	}
	response, err := client.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("%s: found status %d, expected 200", url, response.StatusCode)
	}
	return nil
}
