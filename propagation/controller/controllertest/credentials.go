package controllertest

import (
	"crypto/rand"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/overridekit/overridekit/propagation/controller/internal/certificate"
)

// credentials are what a server and its administrator need to trust each other.
type credentials struct {
	authority []byte // PEM
	token     string // of an administrator
}

// writeCredentials writes the files that a server reads into dir: a serving certificate for loopback, the token of an administrator, and
// the key of service accounts.
func writeCredentials(dir string) (credentials, error) {
	const valid = 7 * 24 * time.Hour
	now := time.Now()
	authority, err := certificate.NewAuthority("controllertest", now, valid)
	if err != nil {
		return credentials{}, err
	}
	serving, err := authority.Issue(now, valid, "localhost", "127.0.0.1")
	if err != nil {
		return credentials{}, err
	}
	accounts, err := authority.Issue(now, valid, "service-accounts")
	if err != nil {
		return credentials{}, err
	}
	token := rand.Text()
	for name, data := range map[string][]byte{
		"serving.crt":  serving.Certificate,
		"serving.key":  serving.Key,
		"accounts.key": accounts.Key,
		"tokens.csv":   fmt.Appendf(nil, "%s,admin,admin,system:masters\n", token),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o600); err != nil {
			return credentials{}, err
		}
	}
	return credentials{authority: authority.Certificate, token: token}, nil
}
