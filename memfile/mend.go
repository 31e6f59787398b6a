package memfile

import (
	"bytes"
)

// Mend gives a text file as gitmem writes files: without a byte order mark,
// with LF at the end of every line, the last one included. did says what was
// done, in words; nothing for a file that was so already, whose bytes are given
// back as they are. The error is Faults: a file in another encoding, with a NUL
// or too large cannot be mended.
func Mend(path string, data []byte) (mended []byte, did []string, err error) {
	if faults := checkText(path, data); faults != nil {
		return nil, nil, faults
	}
	mended = data
	if bytes.HasPrefix(mended, bomUTF8) {
		mended, did = mended[len(bomUTF8):], append(did, "byte order mark removed")
	}
	if bytes.Contains(mended, []byte("\r\n")) {
		mended, did = bytes.ReplaceAll(mended, []byte("\r\n"), []byte("\n")), append(did, "CRLF made LF")
	}
	if len(mended) > 0 && mended[len(mended)-1] != '\n' {
		mended, did = append(bytes.Clone(mended), '\n'), append(did, "final line end added")
	}
	return mended, did, nil
}
