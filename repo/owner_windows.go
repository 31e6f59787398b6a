//go:build windows

package repo

import (
	"fmt"

	"golang.org/x/sys/windows"
)

// owner is the account that a file belongs to, as text of its security id.
type owner struct{ sid string }

func ownerOf(path string) (owner, error) {
	sd, err := windows.GetNamedSecurityInfo(path, windows.SE_FILE_OBJECT, windows.OWNER_SECURITY_INFORMATION)
	if err != nil {
		return owner{}, fmt.Errorf("%s: owner: %w", path, err)
	}
	sid, _, err := sd.Owner()
	if err != nil {
		return owner{}, fmt.Errorf("%s: owner: %w", path, err)
	}
	return owner{sid: sid.String()}, nil
}

// isSelf accepts the account itself, and the group of administrators where this
// process acts for it: what an elevated program makes belongs to that group.
func (o owner) isSelf() bool {
	token := windows.GetCurrentProcessToken()
	user, err := token.GetTokenUser()
	if err == nil && user.User.Sid.String() == o.sid {
		return true
	}
	admins, err := windows.CreateWellKnownSid(windows.WinBuiltinAdministratorsSid)
	if err != nil || admins.String() != o.sid {
		return false
	}
	member, err := windows.Token(0).IsMember(admins)
	return err == nil && member
}

func (o owner) String() string {
	sid, err := windows.StringToSid(o.sid)
	if err != nil {
		return o.sid
	}
	account, domain, _, err := sid.LookupAccount("")
	if err != nil {
		return o.sid
	}
	return domain + `\` + account
}

// folderNumber is not kept on Windows: a folder is known by its path alone.
func folderNumber(string) string { return "" }
