// Package config reads and changes gitmem's settings, and decides which of
// several places that name a setting is obeyed.
//
// A setting has a key such as memory.promotion and comes from a layer: the
// default, the user's own file, that file's projects.<store id>, the store's
// store.yaml, the environment (GITMEM_MEMORY_PROMOTION) or a flag. For
// convenience settings the later layer wins. Safety settings come from the
// user's own file alone; every other layer, and a user file outside the
// account's own home, can only tighten them: move them in the direction that
// lets less happen without a person. A store may set few keys, and those in
// the tighter direction only. What a layer asked for and did not get is a note.
//
// One table, Keys, says all of this for every key; reading, changing,
// listing and docs/settings.md are derived from it.
//
// The package does not look for files, does not know where homes are, and does
// not decide who may change a setting: Safety tells the caller when that is a
// person's decision.
//
// Start at Load.
package config
