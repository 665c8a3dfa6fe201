package admission

// What tests of the package need.
var (
	RenewAuthority = renewAuthority
	RenewServing   = renewServing
	Renew          = (*Webhook).renew
	Load           = (*Webhook).load
)
