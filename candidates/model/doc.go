// Package model asks the model that a person configured, and is the only place
// in gitmem from which a connection leaves this machine.
//
// A provider is a server that runs models, as `models.<name>` of the user's own
// settings describes it; a request is one question to it, an answer what came
// back. A form is how the schema of the answer was made known: by the server's
// own feature for it, as JSON without a schema, or in words. A cassette is a
// file of requests and answers that were once real.
//
// The two families of interfaces are spoken through their official libraries,
// which are kept from everything but speaking: the address and the key come
// from the settings given here and never from variables that the libraries
// know, nothing is tried a second time, no redirect is followed, no header
// describes this machine, and a key is put on a request only after its host was
// compared. An answer is bounded in time and in size. The libraries stand at
// the versions that link no telemetry and the least code; a newer one that
// costs more needs a reason.
//
// A request that failed is not repeated here. Retryable tells whether to, and
// RetryAfter when; what the server had said until then is in the answer beside
// the error. No key is ever part of an answer, an error or a cassette.
//
// The package builds no prompt and reads nothing into an answer. Start at
// FromSettings and Provider.
package model
