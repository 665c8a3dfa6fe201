package admission

import (
	"bytes"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"maps"
	"slices"
	"time"

	"github.com/overridekit/overridekit/propagation/controller/internal/certificate"
)

// The keys of the Secret. The first certificate of authorityKey is the authority that signs, the second is the one before it.
const (
	authorityKey        = "ca.crt"
	authorityPrivateKey = "ca.key"
	servingKey          = "tls.crt"
	servingPrivateKey   = "tls.key"
)

const (
	authorityTime = 10 * 365 * 24 * time.Hour
	servingTime   = 365 * 24 * time.Hour
)

// renewAuthority returns the data of a Secret with an authority: data itself if more than a third of the authority's time is left, otherwise a copy
// with a new one. The authority before it is kept, because its certificates are still served.
func renewAuthority(data map[string][]byte, now time.Time) (map[string][]byte, error) {
	pair := certificate.Pair{Certificate: data[authorityKey], Key: data[authorityPrivateKey]}
	current, key, err := pair.Parse()
	if err == nil && current.IsCA && key.PublicKey.Equal(current.PublicKey) && !isDue(current, now) {
		return data, nil
	}
	made, err := certificate.NewAuthority("overridekit", now, authorityTime)
	if err != nil {
		return nil, err
	}
	out := clone(data)
	out[authorityPrivateKey] = made.Key
	out[authorityKey] = append(made.Certificate, firstCertificate(data[authorityKey])...)
	return out, nil
}

// renewServing returns the data of a Secret with a serving certificate: data itself if that is of the authority, for the names, and more than a
// third of its time is left, otherwise a copy with a new one.
func renewServing(data map[string][]byte, names []string, now time.Time) (map[string][]byte, error) {
	pair := certificate.Pair{Certificate: data[authorityKey], Key: data[authorityPrivateKey]}
	authority, _, err := pair.Parse()
	if err != nil {
		return nil, err
	}
	if current, err := tls.X509KeyPair(data[servingKey], data[servingPrivateKey]); err == nil {
		leaf := current.Leaf
		if leaf.CheckSignatureFrom(authority) == nil && isFor(leaf, names) && !isDue(leaf, now) {
			return data, nil
		}
	}
	made, err := pair.Issue(now, servingTime, names...)
	if err != nil {
		return nil, err
	}
	out := clone(data)
	out[servingKey], out[servingPrivateKey] = made.Certificate, made.Key
	return out, nil
}

// isDue reports whether less than a third of the time of a certificate is left, or it is not valid yet.
func isDue(c *x509.Certificate, now time.Time) bool {
	return now.Before(c.NotBefore) || c.NotAfter.Sub(now) < c.NotAfter.Sub(c.NotBefore)/3
}

// isFor reports whether a certificate has exactly these names.
func isFor(c *x509.Certificate, names []string) bool {
	have := slices.Clone(c.DNSNames)
	for _, ip := range c.IPAddresses {
		have = append(have, ip.String())
	}
	want := slices.Clone(names)
	slices.Sort(have)
	slices.Sort(want)
	return slices.Equal(have, slices.Compact(want))
}

// firstCertificate returns the first certificate of a bundle in PEM, or nothing if it cannot be read.
func firstCertificate(bundle []byte) []byte {
	block, _ := pem.Decode(bundle)
	if block == nil || block.Type != "CERTIFICATE" {
		return nil
	}
	if _, err := x509.ParseCertificate(block.Bytes); err != nil {
		return nil
	}
	return pem.EncodeToMemory(&pem.Block{Type: block.Type, Bytes: block.Bytes})
}

func clone(data map[string][]byte) map[string][]byte {
	out := make(map[string][]byte, len(data)+4)
	maps.Copy(out, data)
	return out
}

func equalData(a, b map[string][]byte) bool { return maps.EqualFunc(a, b, bytes.Equal) }
