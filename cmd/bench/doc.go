// Package bench holds what the benchmark programs share: stores of a given
// size, and times of whole commands against git in the same run.
//
// A figure is a ratio: the machine is shared, so an absolute time says little.
// Every pair is measured in turns, and the median counts.
//
// Start at NewStore and Compare, or at NewProject for a store on which only whole
// commands work.
package bench
