package content

import (
	"slices"
	"strings"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// SetCondition returns a copy of a list of conditions with one of them set, as meta.SetStatusCondition of apimachinery sets it, but without a clock:
//
//  1. A condition of a new type is appended, with now as the time of its last transition.
//  2. A known condition gets the status, reason, message and observed generation. The time of its last transition becomes now only if the
//     status changes.
func SetCondition(conditions []metav1.Condition, c metav1.Condition, now time.Time) []metav1.Condition {
	set := slices.Clone(conditions)
	c.LastTransitionTime = metav1.NewTime(now)
	i := slices.IndexFunc(set, func(known metav1.Condition) bool { return known.Type == c.Type })
	if i < 0 {
		return append(set, c)
	}
	if set[i].Status == c.Status {
		c.LastTransitionTime = set[i].LastTransitionTime
	}
	set[i] = c
	return set
}

// maxMessage limits the message of a condition, as the API does (metav1.Condition).
const maxMessage = 32768

// ClipMessage cuts the message of a condition to the limit of the API, and makes it valid UTF-8.
func ClipMessage(message string) string {
	message = strings.ToValidUTF8(message, "\uFFFD")
	if len(message) <= maxMessage {
		return message
	}
	return strings.ToValidUTF8(message[:maxMessage-len("…")], "") + "…"
}
