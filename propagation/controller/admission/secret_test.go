package admission_test

import (
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"maps"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller/admission"
)

const (
	day  = 24 * time.Hour
	year = 365 * day
)

var (
	start = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	names = []string{"b.system.svc", "a.system.svc", "127.0.0.1"}
)

// renew does what the leader does to the Secret.
func renew(t *testing.T, data map[string][]byte, names []string, now time.Time) map[string][]byte {
	t.Helper()
	before := maps.Clone(data)
	out, err := admission.RenewAuthority(data, now)
	require.NoError(t, err)
	out, err = admission.RenewServing(out, names, now)
	require.NoError(t, err)
	require.Equal(t, before, data, "the input is not written")
	return out
}

// requireServes fails unless clients that trust the bundle accept the certificate.
func requireServes(t *testing.T, bundle, serving map[string][]byte, now time.Time, host string) {
	t.Helper()
	pair, err := tls.X509KeyPair(serving["tls.crt"], serving["tls.key"])
	require.NoError(t, err)
	roots := x509.NewCertPool()
	require.True(t, roots.AppendCertsFromPEM(bundle["ca.crt"]))
	_, err = pair.Leaf.Verify(x509.VerifyOptions{DNSName: host, Roots: roots, CurrentTime: now})
	require.NoError(t, err)
}

func authorities(bundle []byte) (n int) {
	for block, rest := pem.Decode(bundle); block != nil; block, rest = pem.Decode(rest) {
		n++
	}
	return n
}

func TestRenew(t *testing.T) {
	first := renew(t, nil, names, start)
	for _, name := range names {
		requireServes(t, first, first, start, name)
	}
	for _, c := range []struct {
		name               string
		after              time.Duration
		names              []string
		change             func(map[string][]byte)
		authority, serving bool // renewed
	}{
		{name: "nothing is due", after: 8*30*day - day},
		{name: "the order of names does not matter", names: []string{"a.system.svc", "127.0.0.1", "b.system.svc", "b.system.svc"}},
		{name: "less than a third of the certificate is left", after: 245 * day, serving: true},
		{name: "less than a third of the authority is left", after: 7 * year, authority: true, serving: true},
		{name: "other names", names: []string{"c.system.svc"}, serving: true},
		{name: "no certificate", change: func(d map[string][]byte) { delete(d, "tls.crt") }, serving: true},
		{name: "a broken certificate", change: func(d map[string][]byte) { d["tls.crt"] = []byte("broken") }, serving: true},
		{name: "the certificate of another key", change: func(d map[string][]byte) { d["tls.key"] = renew(t, nil, names, start)["tls.key"] }, serving: true},
		{name: "no key of the authority", change: func(d map[string][]byte) { delete(d, "ca.key") }, authority: true, serving: true},
		{name: "the key of another authority", change: func(d map[string][]byte) { d["ca.key"] = d["tls.key"] }, authority: true, serving: true},
		{name: "a broken authority", change: func(d map[string][]byte) { d["ca.crt"] = []byte("broken") }, authority: true, serving: true},
		{name: "a clock that was ahead", after: -2 * day, authority: true, serving: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			data := maps.Clone(first)
			data["other"] = []byte("kept")
			if c.change != nil {
				c.change(data)
			}
			if c.names == nil {
				c.names = names
			}
			got := renew(t, data, c.names, start.Add(c.after))
			require.Equal(t, c.authority, string(got["ca.crt"]) != string(data["ca.crt"]), "authority")
			require.Equal(t, c.serving, string(got["tls.crt"]) != string(data["tls.crt"]), "serving")
			requireServes(t, got, got, start.Add(c.after), c.names[0])
			require.Equal(t, "kept", string(got["other"]))
			require.Equal(t, got, renew(t, got, c.names, start.Add(c.after)), "nothing is due then")
		})
	}
}

// TestAuthorityRotation: at any time, the certificate that is still served is trusted, and the bundle does not grow.
func TestAuthorityRotation(t *testing.T) {
	data := renew(t, nil, names, start)
	now, rotations := start, 0
	for range 60 {
		now = now.Add(180 * day)
		next := renew(t, data, names, now)
		requireServes(t, next, next, now, names[0])
		if string(next["ca.crt"]) != string(data["ca.crt"]) {
			rotations++
			requireServes(t, next, data, now, names[0])
			require.Equal(t, 2, authorities(next["ca.crt"]))
		}
		data = next
	}
	require.Equal(t, 4, rotations)
}

func TestServingNeedsAnAuthority(t *testing.T) {
	_, err := admission.RenewServing(map[string][]byte{"ca.crt": []byte("broken")}, names, start)
	require.EqualError(t, err, "certificate: found no PEM block CERTIFICATE")
}
