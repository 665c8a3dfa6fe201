/*
Package quantity reads Kubernetes quantities within limits.

The time and memory for parsing, comparing or adding a [resource.Quantity] is proportional to its power of ten, not to its text: the twelve
bytes of 1e-2000000000 keep a processor busy for hours. All code of this module reads quantities with this package:

  - [Parse] parses a string, [Of] converts a value of decoded JSON.
  - [Quantity] and [List] are the types of fields that are decoded.
  - [Check] checks a quantity that Go code built, before other code computes with it.

Within the limits the results are those of [resource.ParseQuantity].
*/
//
// Other packages of this module use it. It is not for others: there is no promise that its API stays.
package quantity
