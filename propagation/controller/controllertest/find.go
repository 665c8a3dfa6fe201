package controllertest

import (
	"context"
	"crypto/sha256"
	"embed"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// assetsVariable is the environment variable of controller-runtime's envtest.
const assetsVariable = "KUBEBUILDER_ASSETS"

// The files of the module that requires the servers. They have other names here, because a folder with a go.mod is not part of this module.
//
//go:embed module/mod module/sum
var module embed.FS

// imports makes the servers direct dependencies of the module. It is not built.
const imports = `//go:build servers

package servers

import (
	_ "go.etcd.io/etcd/server/v3/etcdmain"
	_ "k8s.io/kubernetes/cmd/kube-apiserver"
)
`

// Programs are the paths of the servers.
type Programs struct {
	Etcd      string
	APIServer string
}

// Find returns the programs in KUBEBUILDER_ASSETS if that is set, and otherwise those of the user's cache. It builds them there if they
// are missing, and reports that to output, which may be nil. Processes that call it at once build them once. The build ends with ctx.
func Find(ctx context.Context, output io.Writer) (Programs, error) {
	if dir := os.Getenv(assetsVariable); dir != "" {
		p := programsIn(dir)
		if missing := p.missing(); missing != "" {
			return Programs{}, fmt.Errorf("%s: found no program %s", assetsVariable, missing)
		}
		return p, nil
	}
	cache, err := os.UserCacheDir()
	if err != nil {
		return Programs{}, fmt.Errorf("folder of the servers: %w", err)
	}
	dir, err := folder(cache)
	if err != nil {
		return Programs{}, err
	}
	if p := programsIn(dir); p.missing() == "" {
		return p, nil
	}
	if output == nil {
		output = io.Discard
	}
	if err := build(ctx, dir, output); err != nil {
		return Programs{}, fmt.Errorf("servers in %s: %w", dir, err)
	}
	return programsIn(dir), nil
}

func programsIn(dir string) Programs {
	return Programs{Etcd: filepath.Join(dir, "etcd"), APIServer: filepath.Join(dir, "kube-apiserver")}
}

// missing returns the path of a program that does not exist, or "".
func (p Programs) missing() string {
	for _, path := range []string{p.Etcd, p.APIServer} {
		if info, err := os.Stat(path); err != nil || info.IsDir() {
			return path
		}
	}
	return ""
}

// folder returns where the programs of this module's version are: other versions of the module have another folder.
func folder(cache string) (string, error) {
	hash := sha256.New()
	for _, name := range []string{"mod", "sum"} {
		data, err := module.ReadFile("module/" + name)
		if err != nil {
			return "", err
		}
		hash.Write(data)
	}
	return filepath.Join(cache, "overridekit", fmt.Sprintf("servers-%s-%s-%x", runtime.GOOS, runtime.GOARCH, hash.Sum(nil)[:6])), nil
}

// build makes the programs in dir. Each of them appears when it is complete.
func build(ctx context.Context, dir string, output io.Writer) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	unlock, err := lockedfile.MutexAt(filepath.Join(dir, "lock")).Lock()
	if err != nil {
		return err
	}
	defer unlock()
	source, err := os.MkdirTemp(dir, "build-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(source)
	if err := writeModule(source); err != nil {
		return err
	}
	for _, server := range []struct{ pkg, path string }{
		{"go.etcd.io/etcd/server/v3", programsIn(dir).Etcd},
		{"k8s.io/kubernetes/cmd/kube-apiserver", programsIn(dir).APIServer},
	} {
		name := filepath.Base(server.path)
		if _, err := os.Stat(server.path); err == nil {
			continue // another process has built it
		}
		fmt.Fprintf(output, "building %s, once: this takes some minutes\n", name)
		made := filepath.Join(source, name)
		cmd := exec.CommandContext(ctx, "go", "build", "-trimpath", "-ldflags=-s -w", "-o", made, server.pkg)
		cmd.Dir = source
		cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=readonly -buildvcs=false", "CGO_ENABLED=0", "GOOS=", "GOARCH=")
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("go build %s: %w: %s", server.pkg, err, tail(out))
		}
		if err := os.Rename(made, server.path); err != nil {
			return err
		}
	}
	return nil
}

func writeModule(dir string) error {
	mod, err := module.ReadFile("module/mod")
	if err != nil {
		return err
	}
	sum, err := module.ReadFile("module/sum")
	if err != nil {
		return err
	}
	for name, data := range map[string][]byte{"go.mod": mod, "go.sum": sum, "imports.go": []byte(imports)} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// tail returns the end of what a program has written, for an error.
func tail(out []byte) string {
	const most = 2000
	if len(out) <= most {
		return string(out)
	}
	return "…" + string(out[len(out)-most:])
}
