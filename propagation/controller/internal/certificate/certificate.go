// Package certificate makes the certificates of servers, and of the authority that signs them. Every function is safe for concurrent use.
package certificate

import (
	"cmp"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"net"
	"time"
)

// skew is how far a certificate is valid before it was made, for machines whose clocks are behind.
const skew = time.Hour

// Pair is a certificate and its private key, each of them in PEM.
type Pair struct {
	Certificate []byte
	Key         []byte
}

// NewAuthority makes an authority with a new key, which is valid from now on for the given time.
func NewAuthority(name string, now time.Time, valid time.Duration) (Pair, error) {
	template := newTemplate(name, now, valid)
	template.IsCA = true
	template.KeyUsage = x509.KeyUsageCertSign | x509.KeyUsageDigitalSignature
	return sign(template, template, nil)
}

// Issue makes a certificate for a server with the given names, which are host names or IP addresses. The first one is its common name. It has
// a new key, and is valid from now on for the given time, which should not be longer than that of the authority.
func (p Pair) Issue(now time.Time, valid time.Duration, names ...string) (Pair, error) {
	if len(names) == 0 {
		return Pair{}, fmt.Errorf("certificate: found no name, expected one or more")
	}
	authority, signer, err := p.Parse()
	if err != nil {
		return Pair{}, fmt.Errorf("authority: %w", err)
	}
	template := newTemplate(names[0], now, valid)
	template.KeyUsage = x509.KeyUsageDigitalSignature
	template.ExtKeyUsage = []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}
	for _, name := range names {
		if ip := net.ParseIP(name); ip != nil {
			template.IPAddresses = append(template.IPAddresses, ip)
		} else {
			template.DNSNames = append(template.DNSNames, name)
		}
	}
	return sign(template, authority, signer)
}

// Parse returns the first certificate of the pair, and its key. Keys are those that this package makes.
func (p Pair) Parse() (*x509.Certificate, *ecdsa.PrivateKey, error) {
	block, _ := pem.Decode(p.Certificate)
	if block == nil || block.Type != "CERTIFICATE" {
		return nil, nil, fmt.Errorf("certificate: found no PEM block CERTIFICATE")
	}
	certificate, err := x509.ParseCertificate(block.Bytes)
	if err != nil {
		return nil, nil, fmt.Errorf("certificate: %w", err)
	}
	block, _ = pem.Decode(p.Key)
	if block == nil || block.Type != "EC PRIVATE KEY" {
		return nil, nil, fmt.Errorf("key: found no PEM block EC PRIVATE KEY")
	}
	key, err := x509.ParseECPrivateKey(block.Bytes)
	if err != nil {
		return nil, nil, fmt.Errorf("key: %w", err)
	}
	return certificate, key, nil
}

// newTemplate returns a template without a serial number, so it gets a random one.
func newTemplate(name string, now time.Time, valid time.Duration) *x509.Certificate {
	return &x509.Certificate{
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             now.Add(-skew).UTC(),
		NotAfter:              now.Add(valid).UTC(),
		BasicConstraintsValid: true,
	}
}

// sign makes a certificate with a new key, which signs it if there is no signer.
func sign(template, parent *x509.Certificate, signer *ecdsa.PrivateKey) (Pair, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return Pair{}, fmt.Errorf("key of %s: %w", template.Subject.CommonName, err)
	}
	der, err := x509.CreateCertificate(rand.Reader, template, parent, &key.PublicKey, cmp.Or(signer, key))
	if err != nil {
		return Pair{}, fmt.Errorf("certificate of %s: %w", template.Subject.CommonName, err)
	}
	private, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		return Pair{}, fmt.Errorf("key of %s: %w", template.Subject.CommonName, err)
	}
	return Pair{
		Certificate: pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		Key:         pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: private}),
	}, nil
}
