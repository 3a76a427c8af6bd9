package server

// This file exchanges the token in the address for a cookie. The token comes by GET, which changes nothing; the page that
// answers takes it out of the address and posts it.

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
)

const loginPage = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Costate</title>
<style nonce="NONCE">
body { font: 16px/1.5 system-ui, sans-serif; max-width: 36rem; margin: 15vh auto; padding: 0 1rem }
input { font: inherit; font-family: monospace; width: 100%; box-sizing: border-box; padding: .4rem }
button { font: inherit; margin-top: .8rem; padding: .3rem 1rem }
</style>
<main>
<h1>Costate</h1>
<p id="say" role="status">Open the address that the program has printed, or enter the token that it ends with.</p>
<form id="form"><label for="token">Token</label><input id="token" autocomplete="off" spellcheck="false"><button>Open</button></form>
<noscript>The notebook needs JavaScript.</noscript>
</main>
<script nonce="NONCE">
const here = new URL(location.href);
const token = here.searchParams.get("token");
here.searchParams.delete("token");
history.replaceState(null, "", here.pathname + here.search);
const say = text => { document.getElementById("say").textContent = text; };
async function login(token) {
  const body = { token };
  if (here.search) body.next = here.pathname + here.search;
  try {
    const answer = await fetch("/login", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
    if (answer.ok) location.replace(answer.url);
    else say(answer.status === 401 ? "That token is not the one of this server. Its address is printed when it starts." : "The server did not accept the request.");
  } catch { say("The server does not answer."); }
}
document.getElementById("form").addEventListener("submit", event => {
  event.preventDefault();
  login(document.getElementById("token").value.trim());
});
if (token) login(token);
</script>
</html>
`

// login page, for whoever asks.
func (s *Server) serveLogin(w http.ResponseWriter, status int) {
	nonce := rand.Text()
	h := w.Header()
	h.Set("Content-Security-Policy", "default-src 'none'; script-src 'nonce-"+nonce+"'; style-src 'nonce-"+nonce+"'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'")
	h.Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	w.Write([]byte(strings.ReplaceAll(loginPage, "NONCE", nonce)))
}

// postLogin answers POST /login.
func (s *Server) postLogin(w http.ResponseWriter, r *http.Request, _ caller) {
	var body struct{ Token, Next string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 4<<10)).Decode(&body); err != nil {
		fail(w, http.StatusBadRequest, "the body is not JSON")
		return
	}
	next := body.Next
	if next == "" {
		next = s.home()
	}
	if !localPath(next) {
		fail(w, http.StatusBadRequest, "next must be a path of this server")
		return
	}
	session, ok := s.keys.login(body.Token)
	if !ok {
		fail(w, http.StatusUnauthorized, "the token is not right")
		return
	}
	http.SetCookie(w, &http.Cookie{Name: cookieName(r), Value: session.id, Path: "/", HttpOnly: true, SameSite: http.SameSiteStrictMode})
	w.Header().Set("Location", next)
	w.WriteHeader(http.StatusSeeOther)
}

// home is the page that the command line asked for.
func (s *Server) home() string {
	if s.opts.Open == "" {
		return "/"
	}
	return "/?" + url.Values{"notebook": {s.opts.Open}}.Encode()
}

// localPath reports whether a browser takes an address for a path of this server. Browsers read \ as /, drop tabs and line ends, and take
// two slashes for the start of a host.
func localPath(p string) bool {
	if !strings.HasPrefix(p, "/") || strings.HasPrefix(p, "//") || strings.ContainsRune(p, '\\') {
		return false
	}
	for _, c := range p {
		if c < ' ' || c == 0x7f {
			return false
		}
	}
	u, err := url.Parse(p)
	return err == nil && u.Scheme == "" && u.Host == "" && u.User == nil
}
