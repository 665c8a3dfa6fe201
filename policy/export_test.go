package policy

// MayBeLarge is mayBeLarge, for tests.
var MayBeLarge = mayBeLarge
