// Package schedule divides the replicas of an object among clusters, by arithmetic alone.
package schedule
