// What this browser likes. Damaged storage is put aside and the defaults serve (nothing of a match is kept here).

const DEFAULTS = { name: "", language: "", letters: "", palette: "clear", motion: "auto", sound: false, confirmHide: true, sort: "suit", sweep: "1.5", vibrate: false };
const KEY = "shokha.prefs";

export const prefs = { ...DEFAULTS, ...read(KEY) };

function read(key) {
  try {
    const value = JSON.parse(localStorage.getItem(key) || "{}");
    return value && typeof value === "object" ? value : {};
  } catch {
    try { localStorage.setItem(key + ".damaged", localStorage.getItem(key) || ""); } catch { /* no storage at all */ }
    return {};
  }
}

/** Change a preference, keep it and show it. */
export function setPref(name, value) {
  prefs[name] = value;
  try { localStorage.setItem(KEY, JSON.stringify(prefs)); } catch { /* private window: it lasts while the page does */ }
  applyPrefs();
  document.dispatchEvent(new CustomEvent("prefs"));
}

export function applyPrefs() {
  const root = document.documentElement;
  root.dataset.palette = prefs.palette;
  const still = prefs.motion === "off" || (prefs.motion === "auto" && matchMedia("(prefers-reduced-motion: reduce)").matches);
  root.dataset.motion = still ? "off" : "on";
}

/** Secrets of seats in rooms, by room code. The cookie holds the same right; this survives an export of the link. */
export function secretOf(room) {
  return read("shokha.seats")[room] || "";
}

export function keepSecret(room, secret) {
  const seats = read("shokha.seats");
  seats[room] = secret;
  try { localStorage.setItem("shokha.seats", JSON.stringify(seats)); } catch { /* the link still works */ }
}
