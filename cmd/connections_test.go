package cmd_test

import (
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// callers may open a connection to somewhere else.
var callers = []string{"candidates/model"}

// clients are the names of the standard library that reach out, by package. A
// server may use the rest of them.
var clients = map[string]*regexp.Regexp{
	"net/http":              regexp.MustCompile(`^(Get|Head|Post|PostForm|NewRequest|NewRequestWithContext|Client|DefaultClient|Transport|DefaultTransport|ProxyFromEnvironment|ProxyURL|NewFileTransport\w*)$`),
	"net":                   regexp.MustCompile(`^(Dial\w*|Resolver|DefaultResolver|Lookup\w+|Resolve\w+)$`),
	"crypto/tls":            regexp.MustCompile(`^(Dial\w*|Client)$`),
	"net/http/httputil":     regexp.MustCompile(`^(ReverseProxy|NewSingleHostReverseProxy|NewClientConn|NewProxyClientConn)$`),
	"net/rpc":               regexp.MustCompile(`.`),
	"net/rpc/jsonrpc":       regexp.MustCompile(`.`),
	"net/smtp":              regexp.MustCompile(`.`),
	"syscall":               regexp.MustCompile(`^(Connect|Sendto)$`),
	"golang.org/x/sys/unix": regexp.MustCompile(`^(Connect|Sendto|Sendmsg\w*)$`),
	// Keys and signatures are looked at; nobody is spoken to.
	"golang.org/x/crypto/ssh": regexp.MustCompile(`^(Dial\w*|NewClient\w*|Client|ClientConfig|NewServerConn|Channel|OpenChannel\w*|Session)$`),
	// A repository of somebody else is never fetched from and never sent to.
	"github.com/go-git/go-git/v5": regexp.MustCompile(`^(Clone|CloneContext|PlainClone\w*|FetchOptions|PushOptions|PullOptions|CloneOptions|ListOptions|NewRemote)$`),
}

// transports are packages whose only use is to reach out.
var transports = []string{"github.com/go-git/go-git/v5/plumbing/transport/", "golang.org/x/crypto/ssh/", "google.golang.org/grpc"}

func TestConnectionsLeaveFromOnePlace(t *testing.T) {
	reached := map[string]bool{}
	for _, s := range sources(t) {
		if strings.HasSuffix(s.path, "_test.go") || strings.HasPrefix(s.folder, measuring) {
			continue
		}
		for _, use := range reachingOut(t, s.path) {
			reached[s.folder] = true
			if !slices.Contains(callers, s.folder) {
				t.Errorf("%s uses %s: only %s may open a connection, so that where anything can go is read in one place", s.path, use, strings.Join(callers, " and "))
			}
		}
	}
	for _, folder := range callers {
		if !reached[folder] {
			t.Errorf("%s opens no connection, or this test no longer sees it", folder)
		}
	}
}

func TestNothingLinksTheServerOfTests(t *testing.T) {
	for _, s := range sources(t) {
		if !strings.HasSuffix(s.path, "_test.go") && slices.Contains(s.imports(), "gitmem/candidates/model/modeltest") {
			t.Errorf("%s imports candidates/model/modeltest, which is for tests", s.path)
		}
	}
}

// reachingOut are the names in a file that open connections.
func reachingOut(t *testing.T, rel string) []string {
	t.Helper()
	file, err := parser.ParseFile(gotoken.NewFileSet(), filepath.Join(filepath.Dir(mustGetwd(t)), filepath.FromSlash(rel)), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return namesThatReachOut(file)
}

func namesThatReachOut(file *ast.File) []string {
	var found []string
	known := map[string]*regexp.Regexp{} // by the name that the file gives the package
	for _, i := range file.Imports {
		imported, _ := strconv.Unquote(i.Path.Value)
		if slices.ContainsFunc(transports, func(t string) bool { return strings.HasPrefix(imported, t) }) {
			found = append(found, imported)
		}
		if names := clients[imported]; names != nil {
			known[localName(i, imported)] = names
		}
	}
	if known["."] != nil {
		return append(found, "a dot import")
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.SelectorExpr)
		if !ok {
			return true
		}
		if of, ok := s.X.(*ast.Ident); ok && known[of.Name] != nil && known[of.Name].MatchString(s.Sel.Name) {
			found = append(found, of.Name+"."+s.Sel.Name)
		}
		return true
	})
	return found
}

var versionFolder = regexp.MustCompile(`^v\d+$`)

// localName is the name of an imported package in its file.
func localName(i *ast.ImportSpec, imported string) string {
	if i.Name != nil {
		return i.Name.Name
	}
	if base := path.Base(imported); !versionFolder.MatchString(base) {
		return base
	}
	return strings.TrimPrefix(path.Base(path.Dir(imported)), "go-")
}

func TestReachingOutIsRecognised(t *testing.T) {
	for source, want := range map[string]string{
		`import "net/http"; var _ = http.DefaultClient`:                            "http.DefaultClient",
		`import "net/http"; var _ http.Handler; func f() { http.Serve(nil, nil) }`: "",
		`import web "net/http"; func f() { web.Get("") }`:                          "web.Get",
		`import . "net/http"; func f() { Get("") }`:                                "a dot import",
		`import "net"; var _ = net.Dialer{}`:                                       "net.Dialer",
		`import "net"; func f() { net.Listen("", "") }`:                            "",
		`import "github.com/go-git/go-git/v5"; var _ git.PushOptions`:              "git.PushOptions",
		`import _ "github.com/go-git/go-git/v5/plumbing/transport/http"`:           "github.com/go-git/go-git/v5/plumbing/transport/http",
		`import "golang.org/x/sys/unix"; func f() { unix.Connect(0, nil) }`:        "unix.Connect",
	} {
		file, err := parser.ParseFile(gotoken.NewFileSet(), "a.go", "package a; "+source, 0)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(namesThatReachOut(file), " "); got != want {
			t.Errorf("%s: %q, not %q", source, got, want)
		}
	}
}
