// Package api has the types of KubeAdmiral's API that this module reads: override policies and clusters.
//
// The types read and write KubeAdmiral's JSON and have no logic but deep copies and plain accessors. Reading is strict about other fields
// in package policy, and lenient elsewhere. Values are plain data: nothing here is safe for concurrent writes, and DeepCopy shares nothing.
package api
