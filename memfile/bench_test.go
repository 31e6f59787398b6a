package memfile

import (
	"strings"
	"testing"
)

// residentOf makes a resident file of about so many characters.
func residentOf(characters int) string {
	var b strings.Builder
	b.WriteString("# Project memory\n\n")
	for i := 0; b.Len() < characters; i++ {
		if i%8 == 7 {
			b.WriteString("\n## Section\n\n")
		}
		b.WriteString("- Use `pnpm`, never npm, in this repository, number " + strings.Repeat("x", i%7) + ";\n  it is faster.\n")
	}
	return b.String()
}

func BenchmarkParseResident(b *testing.B) {
	data := []byte(residentOf(3000))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseResident("M", data); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkApply(b *testing.B) {
	r, err := ParseResident("M", []byte(residentOf(3000)))
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := r.Apply(Edit{Action: ActionAdd, Content: "Run make lint before a commit."}); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseCandidate(b *testing.B) {
	for name, text := range map[string][]byte{"pending": []byte(pendingText), "applied": FormatCandidate(appliedCandidate())} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := ParseCandidate("K", text); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkFormatCandidate(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		FormatCandidate(appliedCandidate())
	}
}

func BenchmarkUpdateCandidate(b *testing.B) {
	f, err := ParseCandidate("K", []byte(pendingText))
	if err != nil {
		b.Fatal(err)
	}
	c := appliedCandidate()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := f.Update(c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParseMessage(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		ParseMessage(exampleText)
	}
}

func BenchmarkParseExperience(b *testing.B) {
	data := []byte(experienceText)
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ParseExperience("E", data); err != nil {
			b.Fatal(err)
		}
	}
}
