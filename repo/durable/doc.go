// Package durable replaces one small file so that after a crash, and after a
// power loss, either the former or the new bytes stand there, never a mixture.
//
// It is for private files that lie outside a store's repository: settings and
// the registry. What lies inside a store is written by package gitdir.
//
// Start at Replace.
package durable
