// What this browser likes, and carrying a seat to another device.

import { h } from "./dom.js";
import { loadWords, t } from "./i18n.js";
import { post } from "./http.js";
import { prefs, setPref } from "./prefs.js";
import { refusal } from "./refusals.js";

export function dialog(title, close, ...content) {
  return h("div", { class: "veil", "data-key": "dialog", onclick: (e) => { if (e.target.classList.contains("veil")) close(); } },
    h("div", { class: "dialog", role: "dialog", "aria-modal": "true", "aria-label": title, tabindex: "-1", onkeydown: (e) => { if (e.key === "Escape") close(); } },
      h("h2", {}, title), ...content, h("button", { type: "button", class: "main", onclick: close }, t("Close"))));
}

function choice(label, name, options) {
  return h("label", { class: "row" }, h("span", {}, label), h("select", { "data-key": `p-${name}`, value: prefs[name], onchange: async (e) => { setPref(name, e.target.value); if (name === "language") { await loadWords(); document.dispatchEvent(new CustomEvent("prefs")); } } },
    options.map(([value, text]) => h("option", { value, selected: prefs[name] === value }, text))));
}

function toggle(label, name) {
  return h("label", { class: "row" }, h("span", {}, label), h("input", { type: "checkbox", checked: Boolean(prefs[name]), "data-key": `p-${name}`, onchange: (e) => setPref(name, e.target.checked) }));
}

export function settingsDialog(close, room) {
  const content = [
    choice(t("Language"), "language", [["", t("as the browser")], ["en", "English"], ["ru", "Русский"], ["fr", "Français"], ["es", "Español"], ["it", "Italiano"]]),
    choice(t("Letters on the cards"), "letters", [["", t("as the language")], ["en", "A K Q J"], ["ru", "Т К Д В"], ["fr", "A R D V"], ["it", "A R D F"]]),
    choice(t("Colours of the suits"), "palette", [["clear", t("clear: four colours, also for colour-blind eyes")], ["classic", t("classic: two colours")], ["poker", t("poker: four colours")], ["contrast", t("high contrast")]]),
    choice(t("Order of the hand"), "sort", [["suit", t("by suit")], ["rank", t("by rank")]]),
    choice(t("Motion"), "motion", [["auto", t("as the system")], ["on", t("on")], ["off", t("off")]]),
    choice(t("A finished trick stays"), "sweep", [["0.5", t("half a second")], ["1.5", t("a second and a half")], ["3", t("three seconds")], ["5", t("five seconds")], ["tap", t("until a tap")]]),
    toggle(t("Sound"), "sound"),
    toggle(t("Vibrate when it is my turn"), "vibrate"),
    toggle(t("Ask before hiding cards that could win"), "confirmHide"),
  ];
  if (room && room.frame && room.frame.seat !== null) content.push(seatTools(room));
  return dialog(t("Settings"), close, ...content);
}

function seatTools(room) {
  const secret = room.secret;
  const offer = async (e) => {
    const out = e.target.parentNode.querySelector("output");
    const made = await post(`/api/rooms/${room.code}/move-code`, { secret });
    out.textContent = made.code && !made.message ? made.code : refusal(made);
  };
  return h("div", { class: "seat-tools" },
    h("h3", {}, t("This seat")),
    secret ? h("p", {}, h("button", { type: "button", class: "small", onclick: offer }, t("Code for another device")), " ", h("output", {})) : null,
    h("button", { type: "button", class: "small", onclick: () => room.line.command("take_over") }, t("Let a bot play for me")),
    h("a", { class: "small", href: `/api/rooms/${room.code}/record?secret=${encodeURIComponent(secret)}`, download: "" }, t("Download the record")));
}
