package admission

import (
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"time"

	admissionregistrationv1 "k8s.io/api/admissionregistration/v1"
	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/log"
)

// fieldOwner is the manager of the caBundle in webhook configurations.
const fieldOwner = client.FieldOwner("overridekit-webhook")

// How often the leader checks what must be renewed, how often replicas read the Secret, and how soon both try again.
const (
	renewInterval = time.Minute
	loadInterval  = 10 * time.Second
	retryInterval = time.Second
)

// errNotLoaded is the error of a replica that has no certificate yet.
var errNotLoaded = errors.New("the webhook has no certificate yet")

// renew makes or renews the certificates, in this order: the authority, the webhook configurations that trust it, the serving certificate. It
// writes nothing if nothing is due. A conflict with another writer is an error, after which it can be called again.
func (w *Webhook) renew(ctx context.Context, c client.Client) error {
	secret := &corev1.Secret{}
	err := c.Get(ctx, client.ObjectKey{Namespace: w.options.Namespace, Name: w.options.Secret}, secret)
	if client.IgnoreNotFound(err) != nil {
		return fmt.Errorf("secret %s/%s: %w", w.options.Namespace, w.options.Secret, err)
	}
	now := w.options.Now()
	data, err := renewAuthority(secret.Data, now)
	if err != nil {
		return err
	}
	if err := w.write(ctx, c, secret, data); err != nil {
		return err
	}
	if err := w.trust(ctx, c, data[authorityKey]); err != nil {
		return err
	}
	if data, err = renewServing(data, w.options.Names, now); err != nil {
		return err
	}
	return w.write(ctx, c, secret, data)
}

// write stores the data of the Secret, if it differs.
func (w *Webhook) write(ctx context.Context, c client.Client, secret *corev1.Secret, data map[string][]byte) error {
	if equalData(secret.Data, data) {
		return nil
	}
	secret.Data = data
	var err error
	if secret.ResourceVersion == "" {
		secret.ObjectMeta = metav1.ObjectMeta{Namespace: w.options.Namespace, Name: w.options.Secret}
		err = c.Create(ctx, secret)
	} else {
		err = c.Update(ctx, secret)
	}
	if err != nil {
		return fmt.Errorf("secret %s/%s: %w", w.options.Namespace, w.options.Secret, err)
	}
	return nil
}

// trust sets the caBundle of both configurations, where it differs. It is an error if one does not exist.
func (w *Webhook) trust(ctx context.Context, c client.Client, bundle []byte) error {
	for _, kind := range []string{"MutatingWebhookConfiguration", "ValidatingWebhookConfiguration"} {
		stored, apply := &unstructured.Unstructured{}, &unstructured.Unstructured{}
		stored.SetGroupVersionKind(admissionregistrationv1.SchemeGroupVersion.WithKind(kind))
		if err := c.Get(ctx, client.ObjectKey{Name: w.options.Configuration}, stored); err != nil {
			return fmt.Errorf("%s %s: %w", kind, w.options.Configuration, err)
		}
		var hooks []any
		due, text := false, base64.StdEncoding.EncodeToString(bundle)
		list, _, _ := unstructured.NestedSlice(stored.Object, "webhooks")
		for _, item := range list {
			hook, _ := item.(map[string]any)
			found, _, _ := unstructured.NestedString(hook, "clientConfig", "caBundle")
			due = due || found != text
			hooks = append(hooks, map[string]any{"name": hook["name"], "clientConfig": map[string]any{"caBundle": text}})
		}
		if !due {
			continue
		}
		apply.SetGroupVersionKind(stored.GroupVersionKind())
		apply.SetName(stored.GetName())
		apply.Object["webhooks"] = hooks
		if err := c.Apply(ctx, client.ApplyConfigurationFromUnstructured(apply), fieldOwner, client.ForceOwnership); err != nil {
			return fmt.Errorf("%s %s: %w", kind, w.options.Configuration, err)
		}
	}
	return nil
}

// load reads the serving certificate from the Secret.
func (w *Webhook) load(ctx context.Context, c client.Reader) error {
	secret := &corev1.Secret{}
	err := c.Get(ctx, client.ObjectKey{Namespace: w.options.Namespace, Name: w.options.Secret}, secret)
	if apierrors.IsNotFound(err) || err == nil && len(secret.Data[servingKey]) == 0 {
		return errNotLoaded // the leader will make it
	}
	if err != nil {
		return fmt.Errorf("secret %s/%s: %w", w.options.Namespace, w.options.Secret, err)
	}
	pair, err := tls.X509KeyPair(secret.Data[servingKey], secret.Data[servingPrivateKey])
	if err != nil {
		return fmt.Errorf("secret %s/%s: %w", w.options.Namespace, w.options.Secret, err)
	}
	w.serving.Store(&pair)
	return nil
}

// repeat calls f until ctx ends, and logs its errors.
func repeat(ctx context.Context, name string, interval time.Duration, f func(context.Context) error) error {
	for {
		wait := interval
		if err := f(ctx); err != nil && ctx.Err() == nil {
			wait = retryInterval
			if !errors.Is(err, errNotLoaded) {
				log.FromContext(ctx).WithName("webhook").Error(err, "retrying", "task", name)
			}
		}
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(wait):
		}
	}
}
