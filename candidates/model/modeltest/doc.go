// Package modeltest is a server on this machine that speaks what providers
// speak, byte for byte as they do: event streams of both families, their
// errors, and what goes wrong on the way. Tests ask it through the client that
// gitmem ships.
//
// A reply says what the server does with one request; Sent is such a request.
// The package knows nothing of the client, and no program links it.
//
// Start at Serve.
package modeltest
