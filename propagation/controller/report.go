package controller

import (
	"errors"
	"strings"
	"time"

	"github.com/go-logr/logr"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"

	"github.com/overridekit/overridekit/override"
)

// retryDelay is how long to wait for something that needs no new event, such as a conflict.
const retryDelay = 200 * time.Millisecond

// maxMessage bounds the messages of Events and conditions. The API server allows 1024 bytes in an Event.
const maxMessage = 1000

// event records an Event about an object.
func (h *Hub) event(about runtime.Object, kind, reason, action, message string) {
	h.recorder.Eventf(about, nil, kind, reason, action, "%s", clip(message))
}

// clip cuts a message to maxMessage bytes, at the border of a rune.
func clip(message string) string {
	if len(message) <= maxMessage {
		return message
	}
	return strings.ToValidUTF8(message[:maxMessage-len("…")], "") + "…"
}

// errNoNamespace is the error of a Work for a cluster that has just joined: the namespace of its Works does not exist yet.
var errNoNamespace = errors.New("the namespace of the Works of a cluster does not exist yet")

// namespaceDelay is how long to wait for such a namespace. Its creation is not an event of a template.
const namespaceDelay = time.Second

// settleConflict turns a conflict with another writer into a retry, because the next attempt reads the new object. The namespace of a cluster that
// joins is waited for.
func settleConflict(result reconcile.Result, err error) (reconcile.Result, error) {
	if errors.Is(err, errNoNamespace) {
		return reconcile.Result{RequeueAfter: namespaceDelay}, nil
	}
	if isConflict(err) {
		return reconcile.Result{RequeueAfter: retryDelay}, nil
	}
	return result, err
}

func isConflict(err error) bool { return apierrors.IsConflict(err) || apierrors.IsAlreadyExists(err) }

func messageOf(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

// logsOf returns the logger of a controller for an object. controller-runtime adds the object only to the logs of its own type of requests.
func (h *Hub) logsOf(controller string) func(*override.Ref) logr.Logger {
	base := h.mgr.GetLogger().WithValues("controller", controller)
	return func(ref *override.Ref) logr.Logger {
		if ref == nil {
			return base
		}
		return base.WithValues("object", ref.String())
	}
}
