// A score sheet for real cards. It is a list of what was written, corrected and struck out; the server counts it.

import { h, patch } from "./dom.js";
import { t } from "./i18n.js";
import { kept, post } from "./http.js";
import { refusal } from "./refusals.js";
import { share, shareLabel } from "./seats.js";
import { profiles } from "./versions.js";
import { reason } from "./words.js";

const KEY = "shokha.sheet";
const TROUBLES = {
  match_over: "The match was over already.",
  bad_points: "Points are whole numbers, none below 0.",
  side_is_out: "That side is out already.",
  not_120: "The points do not add up to 120: count again.",
};

export class Keeper {
  constructor(root, leave) {
    this.root = root;
    this.leave = leave;
    this.sheet = { profile: "pairs", ...kept(KEY, {}) };
    for (const list of ["names", "log"]) if (!Array.isArray(this.sheet[list])) this.sheet[list] = [];
    this.at = null; // the deal that is being corrected
    this.onprefs = () => this.render();
    document.addEventListener("prefs", this.onprefs);
    this.load();
  }

  close() { this.closed = true; document.removeEventListener("prefs", this.onprefs); }

  async load() {
    const all = await profiles();
    this.versions = all.profiles.filter((p) => p.game === "kozel" && p.settings.some((s) => s.name === "scoring" && s.value === "penalties"));
    await this.count();
  }

  /** The deals as they stand: the log, from its beginning. */
  get deals() {
    const deals = [];
    for (const entry of this.sheet.log) {
      if (entry.at === undefined) deals.push(entry.deal);
      else if (entry.deal) deals[entry.at] = entry.deal;
      else deals.splice(entry.at, 1);
    }
    return deals;
  }

  async count() {
    try { localStorage.setItem(KEY, JSON.stringify(this.sheet)); } catch { /* it lasts while the page does */ }
    const told = await post("/api/keeper", { profile: this.sheet.profile, deals: this.deals });
    this.message = told.rows ? "" : refusal(told);
    if (told.rows) this.told = told;
    this.render();
  }

  write(entry) {
    this.sheet.log.push(entry);
    this.at = null;
    this.count();
  }

  submit(event) {
    event.preventDefault();
    const fields = event.target.elements, sides = this.told.sides.map((_, i) => i);
    const points = sides.map((i) => Math.round(Number(fields[`points${i}`].value)));
    const bare = sides.filter((i) => fields[`bare${i}`] && fields[`bare${i}`].checked && !points[i]);
    this.write({ ...(this.at === null ? {} : { at: this.at }), deal: { points, bare } });
    event.target.reset();
    fields.points0.focus();
  }

  /** Of two sides, the other has the rest of the pack. */
  fill(event, i) {
    const fields = event.target.form.elements;
    if (this.told.sides.length === 2 && event.target.value !== "") fields[`points${1 - i}`].value = this.told.pack - Number(event.target.value);
  }

  name(i) { return this.sheet.names[i] || t("Side {n}", { n: i + 1 }); }

  /** The sheet as lines of text. */
  text() {
    const rows = this.told.rows.map((row, n) => `${n + 1}. ${this.deals[n].points.join("–")}${row.trouble ? ` (${t(TROUBLES[row.trouble])})` : ` +${row.penalties.join(" +")} = ${row.standing.join(" : ")}`}`);
    return [`${this.sheet.profile}: ${this.told.sides.map((_, i) => this.name(i)).join(" – ")}`, ...rows].join("\n");
  }

  render() {
    if (this.closed) return; // an answer that came too late
    const fresh = this.page();
    if (this.root.firstChild) patch(this.root.firstChild, fresh); else this.root.append(fresh);
  }

  page() {
    const { told } = this;
    return h("main", { class: "page keeper", "data-key": "keeper" },
      h("header", {}, h("button", { type: "button", class: "plain", "aria-label": t("To the lobby"), "data-key": "leave", onclick: () => this.leave() }, "‹"), h("h1", {}, t("Score sheet"))),
      this.message ? h("p", { class: "refusal", role: "alert" }, this.message) : null,
      this.versions ? h("label", { class: "row" }, h("span", {}, t("Version")), h("select", { "data-key": "sheet-version", onchange: (e) => { this.sheet.profile = e.target.value; this.at = null; this.count(); } }, this.versions.map((p) => h("option", { value: p.id, selected: p.id === this.sheet.profile }, t(p.title))))) : null,
      told ? [this.table(), told.over ? h("p", { class: "goats", role: "status" }, t("{names} won the match.", { names: told.over.winners.map((i) => this.name(i)).join(" · ") }), told.over.eggs_title ? " " + t("{names}: goats with eggs.", { names: told.over.losers.map((i) => this.name(i)).join(" · ") }) : "")
        : this.form(), told.next_factor > 1 ? h("p", {}, t("The next deal counts double.")) : null,
        h("div", { class: "sheet-tools" },
          h("button", { type: "button", class: "small", "data-key": "undo", disabled: !this.sheet.log.length, onclick: () => { this.sheet.log.pop(); this.at = null; this.count(); } }, t("Take back the last entry")),
          h("button", { type: "button", class: "small", "data-key": "share", disabled: !this.sheet.log.length, onclick: (e) => share({ text: this.text() }, e.target) }, shareLabel(this.text())),
          h("button", { type: "button", class: "small", "data-key": "new", disabled: !this.sheet.log.length, onclick: () => { if (this.sure) this.sheet.log = []; this.sure = !this.sure; this.count(); } }, this.sure ? t("Really begin anew?") : t("New sheet")))]
        : h("p", { role: "status" }, t("Loading…")));
  }

  table() {
    const { told, deals } = this;
    return h("div", { class: "sheet", role: "region", "aria-label": t("Deals"), tabindex: "0", "data-key": "sheet" }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("Deal")), told.sides.map((_, i) => h("th", { scope: "col" }, h("input", { value: this.sheet.names[i] || "", placeholder: t("Side {n}", { n: i + 1 }), "aria-label": t("Name of side {n}", { n: i + 1 }), maxlength: "24", "data-key": `name${i}`, onchange: (e) => { this.sheet.names[i] = e.target.value; this.count(); } }))), h("th", { scope: "col" }, h("span", { class: "visually-hidden" }, t("Correct"))))),
      h("tbody", {}, told.rows.map((row, n) => h("tr", { class: row.trouble ? "trouble" : "", "data-key": `row${n}` }, h("th", { scope: "row" }, n + 1),
        told.sides.map((_, i) => h("td", {}, deals[n].points[i], row.trouble ? null : h("span", { class: "why" }, `+${row.penalties[i]}${row.why[i] ? ` · ${reason(row.why[i])}` : ""}${row.factor > 1 ? " ×2" : ""}`))),
        h("td", {}, row.trouble ? h("p", { class: "refusal" }, t(TROUBLES[row.trouble])) : null,
          h("button", { type: "button", class: "small", "aria-label": t("Correct deal {n}", { n: n + 1 }), "data-key": `edit${n}`, onclick: () => { this.at = n; this.render(); this.root.querySelector("[name=points0]").focus(); } }, "✎"),
          h("button", { type: "button", class: "small", "aria-label": t("Strike out deal {n}", { n: n + 1 }), "data-key": `strike${n}`, onclick: () => this.write({ at: n }) }, "✕"))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Σ"), told.standing.map((n) => h("td", {}, h("b", {}, n))), h("td", {}, told.target ? t("out at {n}", { n: told.target }) : "")))));
  }

  form() {
    const { told } = this, old = this.at === null ? null : this.deals[this.at];
    return h("form", { onsubmit: (e) => this.submit(e), "data-key": `form${this.at}` }, h("h2", {}, this.at === null ? t("Card points of the deal") : t("Correct deal {n}", { n: this.at + 1 })),
      told.sides.map((_, i) => told.alive.includes(i) || old ? h("div", { class: "points" }, h("label", {}, this.name(i), " ", h("input", { name: `points${i}`, type: "number", min: "0", max: String(told.pack), required: true, inputmode: "numeric", "data-key": `points${i}`, value: old ? old.points[i] : "", oninput: (e) => this.fill(e, i) })),
        told.asks_tricks ? h("label", {}, h("input", { name: `bare${i}`, type: "checkbox", "data-key": `bare${i}`, checked: old ? old.bare.includes(i) : false }), " ", t("no trick")) : null) : h("input", { name: `points${i}`, type: "hidden", value: "0" })),
      h("button", { type: "submit", class: "main", "data-key": "write" }, t("Write down")));
  }
}
