// Before the match: who sits where, and how to bring friends.

import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { keepSecret, prefs, setPref } from "./prefs.js";
import { post } from "./http.js";
import { levels, profiles } from "./versions.js";
import { botName } from "./words.js";

export function lobbySeats(room, frame) {
  const { table, seat } = frame;
  if (!room.bots) profiles().then((all) => { room.bots = all.bots; room.render(); });
  const full = table.seats.every((s) => s.person || s.bot);
  return h("section", { class: "seats", "aria-label": t("Seats"), "data-key": "seats" },
    h("h2", {}, t("Who plays?")),
    room.refused(),
    seat === null ? h("label", {}, h("span", {}, t("Your name")), h("input", { value: prefs.name, maxlength: "24", "data-key": "name", autocomplete: "nickname", oninput: (e) => setPref("name", e.target.value) })) : null,
    h("ol", {}, table.seats.map((s, i) => h("li", { "data-key": `seat${i}` },
      h("span", {}, t("Seat {n}", { n: i + 1 }), ": ", h("b", {}, botName(s.bot) || s.name || t("free")), i === seat ? ` (${t("you")})` : ""),
      !s.person && seat === null ? h("button", { type: "button", class: "small", "data-key": `sit${i}`, onclick: () => sit(room, i) }, t("Sit here")) : null,
      !s.person && !s.bot && seat !== null ? h("button", { type: "button", class: "small", "data-key": `bot${i}`, onclick: () => room.line.command("bot", { target: i, text: room.level || table.bot }) }, t("Add a bot")) : null))),
    seat !== null && !full && room.bots ? h("label", { class: "row" }, h("span", {}, t("Bots to add")), h("select", { "data-key": "level", onchange: (e) => { room.level = e.target.value; } }, levels(room.bots, table.profile.game).map((name) => h("option", { value: name, selected: name === (room.level || table.bot) }, botName(name))))) : null,
    memory(table.options),
    seat !== null ? h("button", { type: "button", class: "main", "data-key": "start", disabled: !full, onclick: () => room.line.command("start") }, full ? t("Start") : t("Every seat needs a player or a bot")) : null,
    invitation(room));
}

/** Take a free seat, or one that a bot plays. */
export async function sit(room, i) {
  const made = await post(`/api/rooms/${room.code}/seats`, { seat: i, name: prefs.name || t("Player {n}", { n: i + 1 }) });
  if (made.secret) { keepSecret(room.code, made.secret); location.hash = `s=${made.secret}`; location.reload(); }
  else { room.refusal = made; room.render(); }
}

/** The link to the table, to send or to scan. It gives no right to a seat that is taken. */
export function invitation(room) {
  const link = `${location.origin}/r/${room.code}`;
  return h("div", { "data-key": "invitation" }, h("p", {}, t("Bring friends with this link:")), h("p", { class: "link" }, h("code", {}, link)),
    h("button", { type: "button", class: "small", onclick: (e) => share({ title: "Shokha", url: link }, e.target) }, shareLabel(link)),
    h("img", { class: "qr", src: `/api/rooms/${room.code}/qr.svg`, alt: t("The link as a QR code"), width: "180", height: "180" }));
}

let copied = null;

/** What a button for `share` says: whether this is what was copied last. It says so when the page is drawn again, too. */
export const shareLabel = (text) => (copied === text ? t("Copied") : t("Copy or share"));

/** Send {url} or {text} by the system's own dialog, or copy it; the button tells that it was done. */
export async function share(what, button) {
  if (navigator.share) return navigator.share(what).catch(() => {}); // cancelled
  const text = what.url || what.text;
  try { await navigator.clipboard.writeText(text); } catch { copyPlainly(text); }
  copied = text;
  button.textContent = shareLabel(text);
}

/** A page that came without https, as in a home network, is given no clipboard. */
function copyPlainly(text) {
  const area = h("textarea", { value: text });
  document.body.append(area);
  area.select();
  document.execCommand("copy");
  area.remove();
}

/** What this table allows besides the rules: everybody is told before the first card. */
export function memory(options) {
  const allowed = [options.last_trick && t("The last trick may be looked at"), options.own_discards && t("Own discards may be looked at"), options.own_points && t("A running total is shown"), options.listed && t("Anybody may watch"),
    options.move_seconds && tn("A move has {n} second", "A move has {n} seconds", options.move_seconds)].filter(Boolean);
  return allowed.length ? h("p", { class: "quiet", "data-key": "memory" }, t("At this table: {what}.", { what: allowed.join("; ") })) : null;
}
