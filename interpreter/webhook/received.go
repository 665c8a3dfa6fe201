package webhook

// readResponse decodes a body.
func readResponse(body []byte) (*Response, error) {
	var envelope struct {
		APIVersion string    `json:"apiVersion"`
		Kind       string    `json:"kind"`
		Response   *Response `json:"response"`
	}
	if err := decode(body, &envelope); err != nil {
		return nil, err
	}
	if err := checkEnvelope(envelope.APIVersion, envelope.Kind); err != nil {
		return nil, err
	}
	if envelope.Response == nil {
		return nil, nil
	}
	response := envelope.Response
	response.RawStatus = present(response.RawStatus)
	return response, nil
}
