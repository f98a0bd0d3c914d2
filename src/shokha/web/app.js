// Where we are: the lobby, or a room named in the address.

import { loadWords } from "./i18n.js";
import { Keeper } from "./keeper.js";
import { Lobby } from "./lobby.js";
import { applyPrefs, keepSecret } from "./prefs.js";
import { Room } from "./room.js";
import { profiles } from "./versions.js";

const root = document.getElementById("app");
let screen = null;

function show() {
  if (screen) screen.close();
  root.replaceChildren();
  document.title = "Shokha";
  const code = /^\/r\/([A-Za-z0-9]+)/.exec(location.pathname);
  if (code) {
    const secret = new URLSearchParams(location.hash.slice(1)).get("s") || "";
    if (secret) keepSecret(code[1].toUpperCase(), secret);
    screen = new Room(root, code[1].toUpperCase(), secret, () => go("/"));
  } else if (location.pathname === "/score") {
    screen = new Keeper(root, () => go("/"));
  } else {
    screen = new Lobby(root, (room, secret) => go(`/r/${room}${secret ? `#s=${secret}` : ""}`), () => go("/score"));
  }
  root.screen = screen; // for the curious, and for tests
}

function go(path) {
  history.pushState(null, "", path);
  show();
}

applyPrefs();
window.addEventListener("popstate", show);
if (location.pathname === "/") profiles(); // both are asked for at once
await loadWords();
show();
