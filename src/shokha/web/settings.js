// What this browser likes, and carrying a seat to another device.

import { h } from "./dom.js";
import { available, loadWords, t } from "./i18n.js";
import { post } from "./http.js";
import { keepSecret, prefs, setPref } from "./prefs.js";
import { invitation } from "./seats.js";
import { refusal } from "./refusals.js";
import { later } from "./words.js";

/** A dialog over the page; where there is room it stands beside the table, and the table goes on. */
export function dialog(title, close, ...content) {
  return h("div", { class: "veil", onclick: (e) => { if (e.target.classList.contains("veil")) close(); } },
    h("div", { class: "dialog", role: "dialog", "aria-label": title, tabindex: "-1", onkeydown: (e) => { if (e.key === "Escape") close(); } },
      h("header", {}, h("h2", {}, title), h("button", { type: "button", class: "plain", "aria-label": t("Close"), onclick: close }, "✕")),
      ...content, h("button", { type: "button", class: "main", onclick: close }, t("Close"))));
}

let before = ""; // where the keyboard was when a dialog opened

/** Show a dialog, or none: it is no part of the page, so that a move in the game neither scrolls it nor takes the keyboard. */
export function showDialog(shown) {
  const app = document.getElementById("app"), over = document.getElementById("over");
  if (shown && !over.firstChild) before = (document.activeElement && document.activeElement.dataset.key) || "";
  over.replaceChildren(...(shown ? [shown] : []));
  app.inert = Boolean(shown) && !(app.querySelector(".room") && matchMedia("(min-width: 1000px)").matches);
  const to = shown ? shown.querySelector("[role=dialog]") : before && app.querySelector(`[data-key="${CSS.escape(before)}"]`);
  if (to) to.focus();
}

function choice(label, name, again, options) {
  return h("label", { class: "row" }, h("span", {}, label), h("select", { "data-key": `p-${name}`, value: prefs[name], onchange: async (e) => { setPref(name, e.target.value); if (name === "language") { await loadWords(); document.dispatchEvent(new CustomEvent("prefs")); again(); } } },
    options.map(([value, text]) => h("option", { value, selected: prefs[name] === value }, text))));
}

function toggle(label, name) {
  return h("label", { class: "row" }, h("span", {}, label), h("input", { type: "checkbox", checked: Boolean(prefs[name]), "data-key": `p-${name}`, onchange: (e) => setPref(name, e.target.checked) }));
}

/** What the keyboard does. */
export function keysDialog(close) {
  const keys = [["← →", t("from card to card")], ["1 2 3 …", t("choose a card")], ["Enter", t("lead, beat, go on")], ["B", t("Beat")], ["D", t("Discard face down")], ["U", t("pick up")], ["M", t("declare a combination")],
    ["L", t("Last trick")], ["T", t("say the trump")], ["S", t("say the score")], ["Esc", t("choose nothing")], ["?", t("this list")]];
  return dialog(t("Keys"), close, h("dl", { class: "keys" }, keys.map(([key, text]) => h("div", {}, h("dt", {}, h("kbd", {}, key)), h("dd", {}, text)))));
}

/** `show` takes the dialog, or null when it is closed. */
export function openSettings(show, room) {
  const again = () => show(settingsDialog(() => show(null), again, room));
  again();
}

function settingsDialog(close, again, room) {
  const content = [
    choice(t("Language"), "language", again, [["", t("as the browser")], ["en", "English"], ["ru", "Русский"], ["fr", "Français"], ["es", "Español"], ["it", "Italiano"]].filter(([code]) => !code || available.includes(code))),
    choice(t("Letters on the cards"), "letters", null, [["", t("as the language")], ["en", "A K Q J"], ["ru", "Т К Д В"], ["fr", "A R D V"], ["it", "A R D F"]]),
    choice(t("Colours of the suits"), "palette", null, [["clear", t("clear: four colours, also for colour-blind eyes")], ["classic", t("classic: two colours")], ["poker", t("poker: four colours")], ["contrast", t("high contrast")]]),
    choice(t("Order of the hand"), "sort", null, [["suit", t("by suit")], ["rank", t("by rank")]]),
    choice(t("Motion"), "motion", null, [["auto", t("as the system")], ["on", t("on")], ["off", t("off")]]),
    choice(t("A finished trick stays"), "sweep", null, [["0.5", t("half a second")], ["1.5", t("a second and a half")], ["3", t("three seconds")], ["5", t("five seconds")], ["tap", t("until a tap")]]),
    toggle(t("Sound"), "sound"),
    toggle(t("Vibrate when it is my turn"), "vibrate"),
    toggle(t("Ask before hiding cards that could win"), "confirmHide"),
  ];
  content.push(h("button", { type: "button", class: "small", onclick: () => showDialog(keysDialog(again)) }, t("Keys")));
  if (room && room.frame) content.push(seatTools(room), h("details", {}, h("summary", {}, t("Invite, or let watch")), invitation(room)), reportTools(room));
  return dialog(t("Settings"), close, ...content);
}

function seatTools(room) {
  const secret = room.secret;
  const offer = async (e) => {
    const out = e.target.parentNode.querySelector("output");
    const made = await post(`/api/rooms/${room.code}/move-code`, { secret });
    out.textContent = made.code && !made.message ? made.code : refusal(made);
  };
  if (room.frame.seat === null) return "";
  const stand = (e) => { // a seat is not given up by a slip (T25)
    if (e.target.dataset.sure) { room.line.command("stand"); keepSecret(room.code, ""); room.secret = room.line.secret = ""; history.replaceState(null, "", location.pathname); showDialog(null); }
    e.target.dataset.sure = "yes";
    e.target.textContent = t("Really? A bot or somebody else takes it");
  };
  return h("div", { class: "seat-tools" },
    h("h3", {}, t("This seat")),
    secret ? h("p", {}, h("button", { type: "button", class: "small", onclick: offer }, t("Code for another device")), " ", h("output", {})) : null,
    room.frame.view && room.frame.view.hands ? "" // in open play everybody sees all hands
    : h("label", { class: "row" }, h("span", {}, t("Who watches sees my cards")), h("select", { "data-key": "shows", onchange: (e) => room.line.command("show", { text: e.target.value }) },
      [["", t("never")], ["late", later(room.frame.table)], ["now", t("at once")]].map(([value, text]) => h("option", { value, selected: value === room.frame.table.seats[room.frame.seat].shows }, text)))),
    h("button", { type: "button", class: "small", onclick: () => room.line.command("take_over") }, t("Let a bot play for me")),
    h("button", { type: "button", class: "small", "data-key": "stand", onclick: stand }, t("Give up this seat")),
    h("a", { class: "small", href: `/api/rooms/${room.code}/record?secret=${encodeURIComponent(secret)}`, download: "" }, t("Download the record")));
}

/** A report about the table, as a file: what this browser was shown, with versions; never more. */
function reportTools(room) {
  const where = (said) => `/api/rooms/${room.code}/report?secret=${encodeURIComponent(room.secret)}&said=${encodeURIComponent(said)}`;
  const link = h("a", { class: "small", "data-key": "report", href: where(""), download: "" }, t("Download a report"));
  return h("details", { class: "report" }, h("summary", {}, t("Something is wrong?")), h("p", {}, t("The report holds the versions, your words and the match as you saw it; no hidden card is in it.")),
    h("label", {}, t("What happened?"), h("textarea", { rows: "3", maxlength: "1000", oninput: (e) => { link.href = where(e.target.value); } })), link);
}
