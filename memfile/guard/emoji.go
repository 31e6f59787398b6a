package guard

import "unicode"

// pictographic is the property Extended_Pictographic of Unicode 15.0
// (emoji-data.txt, Unicode licence, see ../fold/lookalikes/LICENSE.txt): what
// can take part in an emoji.
var pictographic = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x00A9, Hi: 0x00A9, Stride: 1},
		{Lo: 0x00AE, Hi: 0x00AE, Stride: 1},
		{Lo: 0x203C, Hi: 0x203C, Stride: 1},
		{Lo: 0x2049, Hi: 0x2049, Stride: 1},
		{Lo: 0x2122, Hi: 0x2122, Stride: 1},
		{Lo: 0x2139, Hi: 0x2139, Stride: 1},
		{Lo: 0x2194, Hi: 0x2199, Stride: 1},
		{Lo: 0x21A9, Hi: 0x21AA, Stride: 1},
		{Lo: 0x231A, Hi: 0x231B, Stride: 1},
		{Lo: 0x2328, Hi: 0x2328, Stride: 1},
		{Lo: 0x2388, Hi: 0x2388, Stride: 1},
		{Lo: 0x23CF, Hi: 0x23CF, Stride: 1},
		{Lo: 0x23E9, Hi: 0x23F3, Stride: 1},
		{Lo: 0x23F8, Hi: 0x23FA, Stride: 1},
		{Lo: 0x24C2, Hi: 0x24C2, Stride: 1},
		{Lo: 0x25AA, Hi: 0x25AB, Stride: 1},
		{Lo: 0x25B6, Hi: 0x25B6, Stride: 1},
		{Lo: 0x25C0, Hi: 0x25C0, Stride: 1},
		{Lo: 0x25FB, Hi: 0x25FE, Stride: 1},
		{Lo: 0x2600, Hi: 0x2605, Stride: 1},
		{Lo: 0x2607, Hi: 0x2612, Stride: 1},
		{Lo: 0x2614, Hi: 0x2685, Stride: 1},
		{Lo: 0x2690, Hi: 0x2705, Stride: 1},
		{Lo: 0x2708, Hi: 0x2712, Stride: 1},
		{Lo: 0x2714, Hi: 0x2714, Stride: 1},
		{Lo: 0x2716, Hi: 0x2716, Stride: 1},
		{Lo: 0x271D, Hi: 0x271D, Stride: 1},
		{Lo: 0x2721, Hi: 0x2721, Stride: 1},
		{Lo: 0x2728, Hi: 0x2728, Stride: 1},
		{Lo: 0x2733, Hi: 0x2734, Stride: 1},
		{Lo: 0x2744, Hi: 0x2744, Stride: 1},
		{Lo: 0x2747, Hi: 0x2747, Stride: 1},
		{Lo: 0x274C, Hi: 0x274C, Stride: 1},
		{Lo: 0x274E, Hi: 0x274E, Stride: 1},
		{Lo: 0x2753, Hi: 0x2755, Stride: 1},
		{Lo: 0x2757, Hi: 0x2757, Stride: 1},
		{Lo: 0x2763, Hi: 0x2767, Stride: 1},
		{Lo: 0x2795, Hi: 0x2797, Stride: 1},
		{Lo: 0x27A1, Hi: 0x27A1, Stride: 1},
		{Lo: 0x27B0, Hi: 0x27B0, Stride: 1},
		{Lo: 0x27BF, Hi: 0x27BF, Stride: 1},
		{Lo: 0x2934, Hi: 0x2935, Stride: 1},
		{Lo: 0x2B05, Hi: 0x2B07, Stride: 1},
		{Lo: 0x2B1B, Hi: 0x2B1C, Stride: 1},
		{Lo: 0x2B50, Hi: 0x2B50, Stride: 1},
		{Lo: 0x2B55, Hi: 0x2B55, Stride: 1},
		{Lo: 0x3030, Hi: 0x3030, Stride: 1},
		{Lo: 0x303D, Hi: 0x303D, Stride: 1},
		{Lo: 0x3297, Hi: 0x3297, Stride: 1},
		{Lo: 0x3299, Hi: 0x3299, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1F000, Hi: 0x1F0FF, Stride: 1},
		{Lo: 0x1F10D, Hi: 0x1F10F, Stride: 1},
		{Lo: 0x1F12F, Hi: 0x1F12F, Stride: 1},
		{Lo: 0x1F16C, Hi: 0x1F171, Stride: 1},
		{Lo: 0x1F17E, Hi: 0x1F17F, Stride: 1},
		{Lo: 0x1F18E, Hi: 0x1F18E, Stride: 1},
		{Lo: 0x1F191, Hi: 0x1F19A, Stride: 1},
		{Lo: 0x1F1AD, Hi: 0x1F1E5, Stride: 1},
		{Lo: 0x1F201, Hi: 0x1F20F, Stride: 1},
		{Lo: 0x1F21A, Hi: 0x1F21A, Stride: 1},
		{Lo: 0x1F22F, Hi: 0x1F22F, Stride: 1},
		{Lo: 0x1F232, Hi: 0x1F23A, Stride: 1},
		{Lo: 0x1F23C, Hi: 0x1F23F, Stride: 1},
		{Lo: 0x1F249, Hi: 0x1F3FA, Stride: 1},
		{Lo: 0x1F400, Hi: 0x1F53D, Stride: 1},
		{Lo: 0x1F546, Hi: 0x1F64F, Stride: 1},
		{Lo: 0x1F680, Hi: 0x1F6FF, Stride: 1},
		{Lo: 0x1F774, Hi: 0x1F77F, Stride: 1},
		{Lo: 0x1F7D5, Hi: 0x1F7FF, Stride: 1},
		{Lo: 0x1F80C, Hi: 0x1F80F, Stride: 1},
		{Lo: 0x1F848, Hi: 0x1F84F, Stride: 1},
		{Lo: 0x1F85A, Hi: 0x1F85F, Stride: 1},
		{Lo: 0x1F888, Hi: 0x1F88F, Stride: 1},
		{Lo: 0x1F8AE, Hi: 0x1F8FF, Stride: 1},
		{Lo: 0x1F90C, Hi: 0x1F93A, Stride: 1},
		{Lo: 0x1F93C, Hi: 0x1F945, Stride: 1},
		{Lo: 0x1F947, Hi: 0x1FAFF, Stride: 1},
		{Lo: 0x1FC00, Hi: 0x1FFFD, Stride: 1},
	},
	LatinOffset: 2,
}

const (
	joiner      = 0x200D
	nonJoiner   = 0x200C
	textStyle   = 0xFE0E
	emojiStyle  = 0xFE0F
	keycap      = 0x20E3
	blackFlag   = 0x1F3F4
	tagEnd      = 0xE007F
	firstTone   = 0x1F3FB
	lastTone    = 0x1F3FF
	tagToASCII  = 0xE0000
	longestFlag = 6 // tags of a region and the end
)

// inRegionFlag reports whether the tag at i is part of one of the three flags
// of regions that are in general use: England, Scotland and Wales.
func inRegionFlag(g []glyph, i int) bool {
	start := i
	for start > 0 && isTag(g[start].r) && i-start <= longestFlag {
		start--
	}
	if g[start].r != blackFlag {
		return false
	}
	var region []rune
	for j := start + 1; j < len(g) && isTag(g[j].r); j++ {
		if g[j].r == tagEnd {
			break
		}
		if region = append(region, g[j].r-tagToASCII); len(region) > longestFlag {
			return false
		}
	}
	end := start + 1 + len(region)
	if end >= len(g) || g[end].r != tagEnd || i > end {
		return false
	}
	switch string(region) {
	case "gbeng", "gbsct", "gbwls":
		return true
	}
	return false
}

// emojiBefore reports whether what ends before i is an emoji that can be
// joined: a picture with, at most, one style selector and one skin tone.
func emojiBefore(g []glyph, i int) bool {
	for steps := 0; i > 0 && steps < 3; steps++ {
		i--
		switch r := g[i].r; {
		case unicode.Is(pictographic, r):
			return true
		case r == emojiStyle, r >= firstTone && r <= lastTone:
		default:
			return false
		}
	}
	return false
}

func joinsEmoji(g []glyph, i int) bool {
	return i+1 < len(g) && unicode.Is(pictographic, g[i+1].r) && emojiBefore(g, i)
}

// selectorFits reports whether the variation selector at i chooses a form of
// the character before it.
func selectorFits(g []glyph, i int) bool {
	if i == 0 {
		return false
	}
	base, r := g[i-1].r, g[i].r
	switch {
	case r == textStyle || r == emojiStyle:
		if base >= '0' && base <= '9' || base == '#' || base == '*' {
			return i+1 < len(g) && g[i+1].r == keycap
		}
		return unicode.Is(pictographic, base) || base >= firstTone && base <= lastTone
	case r >= 0xE0100: // forms of Chinese characters, in Japanese names
		return unicode.Is(unicode.Han, base)
	case r <= 0xFE02:
		return unicode.In(base, unicode.Sm, unicode.Han, unicode.Myanmar, unicode.Phags_Pa) || base >= 0x3001 && base <= 0x3002 || base >= 0xFF01 && base <= 0xFF1F
	}
	return false
}
