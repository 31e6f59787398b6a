// Package fold brings text into forms in which spellings that a reader takes
// for the same compare equal.
//
// There are three forms, from the mildest to the strongest:
//
//   - NFC joins the two ways of writing an accented letter. Locators are
//     compared in it.
//   - Norm is what the guard searches: case, accents, widths, look-alikes and
//     invisible characters are gone, the words and the punctuation between
//     them stay. NormTrace is the same with the way back to the source, and
//     PlainTrace leaves case and white space alone.
//   - Key is what tombstones and near duplicates compare: besides, white
//     space, marks of emphasis and punctuation at the ends are gone.
//
// A look-alike is a letter of another script, or a rare letter of the Latin
// one, that is drawn like an ASCII letter: the Cyrillic а, the Greek ο. Inside
// a word that has a Latin letter each is taken for the ASCII letter that it
// looks like as written. A word without one is taken letter by letter in a way
// that keeps the letters of an alphabet apart and does not depend on case, so
// that real Russian or Greek words remain different from each other.
//
// The package keeps numbers apart, and it does not read meaning: a synonym is
// another wording. Because punctuation at the ends goes, "use C++" and "use
// C#" are kept from "use C" only by the rule that a sign written directly
// behind a letter or digit (+, #, %) belongs to it.
//
// Start at Key.
package fold
