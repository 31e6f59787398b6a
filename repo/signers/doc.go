// Package signers tells whether an ssh signature, as git makes them, is by a
// key that a person allows. Which keys those are stands in a file of allowed
// signers, in the form of ssh-keygen(1): principals, options, a public key.
//
// A signature is good for one principal, the address of the committer, at one
// time, that of the commit. So a key that was taken out of use with
// valid-before still proves what it signed before.
//
// It signs nothing, starts no program and reads no file but the one it is
// given. A file that cannot be understood is refused as a whole: a line that
// is passed over could be the one that takes a key out of use.
//
// Start at Read and List.Check.
package signers
