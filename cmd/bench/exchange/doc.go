// Package exchange is the form of the file through which programs ask each
// other about retrieval: records and questions in one direction, answers in the
// other. One line of JSON each, in whatever order.
//
// It reads and writes nothing. Start at [Line].
package exchange
