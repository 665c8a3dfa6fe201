/*
Package quantity reads Kubernetes quantities within limits.

To read, compare or add a [resource.Quantity] takes time and memory in proportion to the power of ten in it, not to its text: the twelve bytes
of 1e-2000000000 keep a processor busy for hours. Everything in this module that reads a quantity reads it here:

  - [Parse] reads a string, [Of] a value of decoded JSON.
  - [Quantity] and [List] are the types of fields that are decoded.
  - [Check] looks at a quantity that Go code made, before anything computes with it.

Within the limits a quantity is what [resource.ParseQuantity] makes of it.
*/
package quantity
