package fold

import "unicode"

// invisible lists what Unicode calls default ignorable, and the controls that
// steer a renderer instead of showing something.
var invisible = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x0000, Hi: 0x0008, Stride: 1},
		{Lo: 0x000E, Hi: 0x001F, Stride: 1},
		{Lo: 0x007F, Hi: 0x0084, Stride: 1},
		{Lo: 0x0086, Hi: 0x009F, Stride: 1},
		{Lo: 0x00AD, Hi: 0x00AD, Stride: 1},
		{Lo: 0x034F, Hi: 0x034F, Stride: 1},
		{Lo: 0x061C, Hi: 0x061C, Stride: 1},
		{Lo: 0x115F, Hi: 0x1160, Stride: 1},
		{Lo: 0x17B4, Hi: 0x17B5, Stride: 1},
		{Lo: 0x180B, Hi: 0x180F, Stride: 1},
		{Lo: 0x200B, Hi: 0x200F, Stride: 1},
		{Lo: 0x202A, Hi: 0x202E, Stride: 1},
		{Lo: 0x2060, Hi: 0x206F, Stride: 1},
		{Lo: 0xFE00, Hi: 0xFE0F, Stride: 1},
		{Lo: 0xFEFF, Hi: 0xFEFF, Stride: 1},
		{Lo: 0xFFF0, Hi: 0xFFFB, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1BCA0, Hi: 0x1BCA3, Stride: 1},
		{Lo: 0x1D173, Hi: 0x1D17A, Stride: 1},
		{Lo: 0xE0000, Hi: 0xE0FFF, Stride: 1},
	},
	LatinOffset: 5,
}

// Invisible reports whether r shows nothing of its own: controls, joiners,
// direction marks, variation selectors, tag characters, soft hyphens. White
// space is not invisible.
func Invisible(r rune) bool {
	return unicode.Is(invisible, r)
}

// blank reports whether r is drawn as a space, whatever it is called.
func blank(r rune) bool {
	switch r {
	case 0x2800, 0x3164, 0xFFA0: // empty braille cell, fillers of Hangul
		return true
	}
	return unicode.IsSpace(r)
}
