package main

import (
	"html"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// browser is a headless Chromium. Its only proxy is a server that counts the requests.
type browser struct {
	program string
	proxy   *httptest.Server
	mutex   sync.Mutex
	hosts   []string // of the requests
}

// newBrowser returns a browser, or skips the test if none is installed.
func newBrowser(t *testing.T) *browser {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser takes seconds for a page")
	}
	b := &browser{}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if path, err := exec.LookPath(name); err == nil {
			b.program = path
			break
		}
	}
	if b.program == "" {
		t.Skip("no chromium was found; on Debian, apt-get install chromium")
	}
	b.proxy = httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		b.mutex.Lock()
		defer b.mutex.Unlock()
		b.hosts = append(b.hosts, r.Host)
	}))
	t.Cleanup(b.proxy.Close)
	return b
}

// open loads a page with a fragment and returns its elements after its script has run.
func (b *browser) open(t *testing.T, page, fragment string) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "overridekit")
	require.NoError(t, err)
	defer os.RemoveAll(dir)
	file := filepath.Join(dir, "page.html")
	require.NoError(t, os.WriteFile(file, []byte(page), 0o600))
	address := url.URL{Scheme: "file", Path: file, Fragment: fragment}
	cmd := exec.CommandContext(t.Context(), b.program, "--headless", "--disable-gpu", "--no-first-run", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--no-sandbox", // a sandbox needs privileges that containers do not give; the page is ours
		"--proxy-server="+b.proxy.URL, "--disable-background-networking", "--disable-component-update", "--disable-sync",
		"--dump-dom", address.String())
	out, err := cmd.Output()
	require.NoError(t, err)
	return string(out)
}

// requested reports whether a page has asked for a host since the browser was started.
func (b *browser) requested(host string) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	return strings.Contains(strings.Join(b.hosts, "\n"), host)
}

// impactPage returns the page of a change.
func impactPage(t *testing.T, before, after string) string {
	t.Helper()
	_, page, _ := overridekit("", "impact", "-o", "html", before, after)
	require.True(t, strings.HasPrefix(page, "<!DOCTYPE html>"))
	return page
}

var (
	tags    = regexp.MustCompile(`(?s)<[^>]*>`)
	section = regexp.MustCompile(`(?s)<section id="detail-\d+">(.*?)</section>`) // an open one: it has no attribute "hidden"
	heading = regexp.MustCompile(`(?s)<h2 id="title">(.*?)</h2>`)
	row     = regexp.MustCompile(`(?m)^<tr><th scope="row".*$`)
)

// textOf returns the text of elements.
func textOf(elements string) string { return html.UnescapeString(tags.ReplaceAllString(elements, "")) }

// TestImpactPageCells compares the matrix that a browser has with the change.
func TestImpactPageCells(t *testing.T) {
	t.Parallel()
	dom := newBrowser(t).open(t, impactPage(t, impactBefore, impactAfter), "")
	rows := ""
	for _, found := range row.FindAllString(dom, -1) {
		cells := strings.ReplaceAll(strings.ReplaceAll(found, "<td></td>", "<td> </td>"), "</th>", "</th> ")
		rows += textOf(cells) + "\n"
	}
	require.Equal(t, `ConfigMap shop/settings ·+−!~
Deployment shop/api ~+−~~
Deployment shop/web ~+−~~
Job shop/report ++ ++
ConfigMap shop/legacy − −−−
Secret shop/login ·+−·~
`, rows, "the columns are berlin, lima (joins), oslo (leaves), paris and tokyo")
	require.Empty(t, section.FindAllString(dom, -1), "no details are open")
}

// TestImpactPageClick opens cells by their address, which clicks on them.
func TestImpactPageClick(t *testing.T) {
	t.Parallel()
	browser, page := newBrowser(t), impactPage(t, impactBefore, impactAfter)
	for _, c := range []struct {
		name, cell, title string
		has               []string
		hasNot            string
	}{
		{"a changed result", "cell-2-3", "Deployment shop/web in paris", []string{
			"-  replicas: 4\n+  replicas: 2\n", "testdata/impact/before/policies.yaml:9", "region eu is not in (asia)", "in berlin, paris",
		}, "image: api:v2"},
		{"another one of the same object", "cell-2-4", "Deployment shop/web in tokyo", []string{"-  replicas: 2\n+  replicas: 4\n"}, "+  replicas: 2"},
		{"an error", "cell-0-3", "ConfigMap shop/settings in paris", []string{"/data has no key \"regions\""}, "replicas"},
		{"a Secret", "cell-5-4", "Secret shop/login in tokyo", []string{"*** (before)", "*** (after)"}, "dHdv"},
	} {
		dom := browser.open(t, page, c.cell)
		open := section.FindAllString(dom, -1)
		require.Len(t, open, 1, c.name)
		require.Equal(t, c.title, textOf(heading.FindString(dom)), c.name)
		for _, text := range c.has {
			require.Contains(t, textOf(open[0]), text, c.name)
		}
		require.NotContains(t, textOf(open[0]), c.hasNot, c.name)
		require.Regexp(t, `id="`+c.cell+`"[^>]*aria-pressed="true"`, dom, c.name)
	}
	dom := browser.open(t, page, "cell-0-0")
	require.Empty(t, section.FindAllString(dom, -1))
	require.Contains(t, dom, `<p id="equal">`, "an unchanged cell")
}

// TestImpactPageKeys moves with arrow keys, opens a cell and closes it. A script presses the keys, which the Content-Security-Policy would forbid.
func TestImpactPageKeys(t *testing.T) {
	t.Parallel()
	browser := newBrowser(t)
	page := strings.Replace(impactPage(t, impactBefore, impactAfter), `http-equiv="Content-Security-Policy"`, `name="none"`, 1)
	press := func(keys ...string) string {
		script := ""
		for _, key := range keys {
			script += `document.activeElement.dispatchEvent(new KeyboardEvent("keydown", {key: "` + key + `", bubbles: true}));`
		}
		return strings.Replace(page, "</body>", "<script>"+script+"document.activeElement.blur()</script></body>", 1)
	}
	for _, c := range []struct {
		name, cell string
		keys       []string
		focused    string
		open       int
	}{
		{"a pair that does not exist is left out", "cell-3-1", []string{"ArrowRight"}, "cell-3-3", 1},
		{"to a corner and no further, and then back", "cell-1-1", []string{"ArrowUp", "ArrowUp", "ArrowLeft", "ArrowLeft", "ArrowDown"}, "cell-1-0", 1},
		{"Escape closes the details", "cell-2-3", []string{"Escape"}, "cell-2-3", 0},
	} {
		dom := browser.open(t, press(c.keys...), c.cell)
		require.Len(t, section.FindAllString(dom, -1), c.open, c.name)
		require.Equal(t, []string{c.focused}, inTabOrder(dom), c.name)
	}
}

// inTabOrder returns the cells that the key Tab reaches.
func inTabOrder(dom string) []string {
	var cells []string
	for _, found := range regexp.MustCompile(`<button id="([^"]*)"[^>]*tabindex="0"`).FindAllStringSubmatch(dom, -1) {
		cells = append(cells, found[1])
	}
	return cells
}

// TestImpactPageHostile opens a page whose names and values are markup and script.
func TestImpactPageHostile(t *testing.T) {
	t.Parallel()
	page := impactPage(t, "testdata/impact/hostile-before.yaml", "testdata/impact/hostile-after.yaml")
	require.Equal(t, 1, strings.Count(page, "<script"))
	require.Equal(t, 1, strings.Count(page, "</script"))
	dom := newBrowser(t).open(t, page, "cell-0-0")
	require.Equal(t, 1, strings.Count(dom, "<script"))
	require.NotContains(t, dom, "<img")
	require.Equal(t, "ConfigMap default/</summary></details><img src=x onerror=alert(1)> in </script><script>alert(1)</script>", textOf(heading.FindString(dom)))
	require.Contains(t, textOf(section.FindString(dom)), "+  <a href=x>`: ']]> --> <!--'\n")
}

// TestImpactPageRequests checks that a page loads nothing, and could not even if it had an element that does.
func TestImpactPageRequests(t *testing.T) {
	t.Parallel()
	page := impactPage(t, impactBefore, impactAfter)
	for _, loader := range []string{"http:", "https:", `"//`, "url(", "src=", "href=", "@import", "fetch(", "XMLHttpRequest", "sendBeacon", "WebSocket"} {
		require.NotContains(t, page, loader)
	}
	const elements = `<img src="http://leak.test/a"><link rel="stylesheet" href="http://leak.test/b"><iframe src="http://leak.test/c"></iframe>` +
		`<script>new Image().src = "http://leak.test/d"</script><style>body { background: url(http://leak.test/e) }</style></body>`
	browser := newBrowser(t)
	browser.open(t, page, "cell-2-3")
	browser.open(t, strings.Replace(page, "</body>", elements, 1), "cell-2-3")
	require.False(t, browser.requested("leak.test"), "the page has a Content-Security-Policy")
	browser.open(t, "<body>"+elements, "")
	require.True(t, browser.requested("leak.test"), "without it, the requests are seen")
}
