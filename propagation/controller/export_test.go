package controller

import "sigs.k8s.io/controller-runtime/pkg/cache"

// OwnersOf returns what the index of Works has of one.
var OwnersOf = ownersOf

// CacheOf returns the cache of the manager of a hub.
func CacheOf(h *Hub) cache.Cache { return h.mgr.GetCache() }
