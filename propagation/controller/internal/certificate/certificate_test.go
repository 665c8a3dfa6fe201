package certificate_test

import (
	"crypto/x509"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/overridekit/overridekit/propagation/controller/internal/certificate"
)

var now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func TestIssue(t *testing.T) {
	authority, err := certificate.NewAuthority("ca", now, 48*time.Hour)
	require.NoError(t, err)
	other, err := certificate.NewAuthority("ca", now, 48*time.Hour)
	require.NoError(t, err)
	pair, err := authority.Issue(now, 24*time.Hour, "operator.system.svc", "127.0.0.1")
	require.NoError(t, err)
	serving, _, err := pair.Parse()
	require.NoError(t, err)

	for _, c := range []struct {
		name  string
		by    certificate.Pair
		host  string
		at    time.Time
		valid bool
	}{
		{"a host name", authority, "operator.system.svc", now, true},
		{"an address", authority, "127.0.0.1", now, true},
		{"a clock that is behind", authority, "127.0.0.1", now.Add(-30 * time.Minute), true},
		{"another name", authority, "webhook.system.svc", now, false},
		{"after its time", authority, "127.0.0.1", now.Add(25 * time.Hour), false},
		{"before its time", authority, "127.0.0.1", now.Add(-2 * time.Hour), false},
		{"another authority of the same name", other, "127.0.0.1", now, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			roots := x509.NewCertPool()
			require.True(t, roots.AppendCertsFromPEM(c.by.Certificate))
			_, err := serving.Verify(x509.VerifyOptions{DNSName: c.host, Roots: roots, CurrentTime: c.at})
			require.Equal(t, c.valid, err == nil, "%v", err)
		})
	}
}

func TestBadPairs(t *testing.T) {
	good, err := certificate.NewAuthority("ca", now, time.Hour)
	require.NoError(t, err)
	_, err = good.Issue(now, time.Hour)
	require.EqualError(t, err, "certificate: found no name, expected one or more")
	for _, c := range []struct {
		name, want string
		pair       certificate.Pair
	}{
		{"nothing", "certificate: found no PEM block CERTIFICATE", certificate.Pair{}},
		{"no key", "key: found no PEM block EC PRIVATE KEY", certificate.Pair{Certificate: good.Certificate}},
		{"a key in the place of a certificate", "certificate: found no PEM block CERTIFICATE", certificate.Pair{Certificate: good.Key, Key: good.Key}},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, _, err := c.pair.Parse()
			require.EqualError(t, err, c.want)
			_, err = c.pair.Issue(now, time.Hour, "name")
			require.EqualError(t, err, "authority: "+c.want)
		})
	}
}
