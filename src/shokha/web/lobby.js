// The lobby: play in one tap, choose a version, change house rules, invite, join, watch, go on.

import { h, patch } from "./dom.js";
import { language, t, tn } from "./i18n.js";
import { get, post, send } from "./http.js";
import { keepSecret, prefs, setPref } from "./prefs.js";
import { refusal } from "./refusals.js";
import { botName } from "./words.js";
import { rulebookDialog, ruleLinks, settingRow, source, valueOf } from "./rules.js";
import { levels, profiles } from "./versions.js";
import { openSettings, showDialog } from "./settings.js";

export class Lobby {
  constructor(root, enter, keepScore) {
    this.root = root;
    this.keepScore = keepScore;
    this.enter = enter;
    this.all = [];
    this.mine = [];
    this.watch = [];
    this.chosen = "pairs";
    this.house = {};
    this.memory = {};
    this.message = "";
    this.bots = {};
    this.level = "rule";
    this.onprefs = () => this.render();
    document.addEventListener("prefs", this.onprefs);
    this.load();
    this.render();
  }

  close() { this.closed = true; showDialog(null); document.removeEventListener("prefs", this.onprefs); }

  async load() {
    const rest = Promise.all([get("/api/mine"), get("/api/watch")]); // one can play before they are here
    const all = await profiles();
    this.all = all.profiles;
    this.bots = all.bots;
    this.message = all.message ? refusal(all) : "";
    this.render();
    const [mine, watch] = await rest;
    this.mine = mine.rooms || [];
    this.watch = watch.rooms || [];
    this.render();
  }

  get profile() { return this.all.find((p) => p.id === this.chosen); }

  get levels() { return levels(this.bots, this.profile.game); }

  get bot() { return this.levels.includes(this.level) ? this.level : "rule"; }

  async create(seats) {
    this.busy = true;
    this.render();
    const made = await post("/api/rooms", { profile: this.chosen, name: prefs.name || t("Player"), set: this.house, options: this.memory, seats });
    this.busy = false;
    if (made.room) { if (made.secret) keepSecret(made.room, made.secret); this.enter(made.room, made.secret); }
    else { this.message = refusal(made) || t("That did not work."); this.render(); }
  }

  get players() { return Number(this.house.players || this.profile.players); }
  alone() { this.create(["me", ...Array(this.players - 1).fill(this.bot)]); }
  friends() { this.create(["me", ...Array(this.players - 1).fill("")]); }

  async join(event) {
    event.preventDefault();
    const typed = event.target.elements.code.value.trim(), code = (/\/r\/(\w+)/.exec(typed) || ["", typed])[1].toUpperCase(); // or the whole link
    if (/^\d{6}$/.test(code)) {
      const moved = await post("/api/move", { code });
      if (moved.room) { keepSecret(moved.room, moved.secret); this.enter(moved.room, moved.secret); return; }
      this.message = refusal(moved);
    } else {
      const room = await get(`/api/rooms/${encodeURIComponent(code)}`);
      if (room.room) { this.enter(room.room, ""); return; }
      this.message = refusal(room);
    }
    this.render();
  }

  /** A record becomes a table again. */
  async bring(event) {
    const file = event.target.files[0];
    if (!file) return;
    const made = await send(`/api/import?name=${encodeURIComponent(prefs.name || t("Player"))}`, file, "text/plain");
    if (made.room) { keepSecret(made.room, made.secret); this.enter(made.room, made.secret); return; }
    this.message = refusal(made);
    this.render();
  }

  render() {
    if (this.closed) return; // an answer that came too late
    const fresh = this.page();
    if (this.root.firstChild) patch(this.root.firstChild, fresh); else this.root.append(fresh);
  }

  page() {
    const p = this.profile;
    return h("main", { class: "page lobby", "data-key": "lobby" },
      h("header", {}, h("h1", {}, "Shokha"), h("button", { type: "button", class: "plain", "aria-label": t("Settings"), "data-key": "settings", onclick: () => openSettings(showDialog) }, "⚙")),
      h("p", { class: "lead" }, t("Four-card Kozel (the Bura family), Svoi Kozyri and Besicovitch's game.")),
      this.message ? h("p", { class: "refusal", role: "alert" }, this.message, " ", ruleLinks((this.message.match(/\b[A-Z]{1,2}\d+\b/g) || []).join(" "), (number) => this.look(number))) : null,
      p ? [h("button", { type: "button", class: "main big", "data-key": "alone", disabled: this.busy, onclick: () => this.alone() }, t("Play now against bots")),
        h("p", { class: "quiet" }, t("Version: {title}", { title: t(p.title) }), " · ", tn("{n} player", "{n} players", this.players)),
        h("label", { class: "row" }, h("span", {}, t("Who plays against you")), h("select", { "data-key": "level", onchange: (e) => { this.level = e.target.value; } }, this.levels.map((name) => h("option", { value: name, selected: name === this.bot }, botName(name))))),
        this.goOn(),
        h("section", { "data-key": "versions", "aria-labelledby": "versions-h" }, h("h2", { id: "versions-h" }, t("Version")),
          h("ul", { class: "versions" }, this.all.map((one) => [h("li", { "data-key": `li-${one.id}` }, h("button", { type: "button", class: "version-button", "data-key": `v-${one.id}`, "aria-pressed": one.id === this.chosen ? "true" : "false", onclick: () => { this.chosen = one.id; this.house = {}; this.render(); } }, h("b", {}, t(one.title)), h("span", {}, one.id, " · ", tn("{n} player", "{n} players", one.players)))), one === p ? h("li", { class: "chosen", "data-key": "chosen" }, this.rules(p)) : null]))),
        h("section", { class: "friends", "data-key": "with", "aria-labelledby": "with-h" }, h("h2", { id: "with-h" }, t("With friends")),
          h("label", {}, t("Your name"), " ", h("input", { value: prefs.name, maxlength: "24", "data-key": "name", autocomplete: "nickname", oninput: (e) => setPref("name", e.target.value) })),
          h("button", { type: "button", class: "main", "data-key": "friends", disabled: this.busy, onclick: () => this.friends() }, t("Make a table and invite")),
          h("form", { onsubmit: (e) => this.join(e) }, h("label", {}, t("Code of a table, or of your own seat"), " ", h("input", { name: "code", maxlength: "200", "data-key": "code", autocomplete: "off" })), h("button", { type: "submit", class: "small" }, t("Join or watch"))),
          this.watch.length ? [h("h3", {}, t("Tables to watch")), h("ul", { class: "mine" }, this.watch.map((r) => h("li", {}, h("button", { type: "button", class: "small", "data-key": `w-${r.room}`, onclick: () => this.enter(r.room, "") }, `${t(r.profile.title)} · ${r.room}`), h("span", { class: "quiet" }, " ", r.seats.map((s) => botName(s.bot) || s.name).join(", ")))))] : null,
          h("label", {}, t("Open a record, to look at it or to go on"), " ", h("input", { type: "file", accept: ".txt,text/plain", "data-key": "record", onchange: (e) => this.bring(e) }))),
        h("section", { "data-key": "real" }, h("h2", {}, t("With real cards")), h("button", { type: "button", class: "small", "data-key": "score", onclick: this.keepScore }, t("Keep the score")))]
        : h("p", { role: "status" }, this.message ? "" : t("Loading…")));
  }

  look(number) { showDialog(rulebookDialog(number, () => showDialog(null))); }

  goOn() {
    const open = this.mine.filter((r) => !r.finished), done = this.mine.filter((r) => r.finished);
    if (!this.mine.length) return null;
    const item = (r) => h("li", {}, h("button", { type: "button", class: "small", "data-key": `m-${r.room}`, onclick: () => this.enter(r.room, "") }, `${t((this.all.find((p) => p.id === r.profile) || { title: r.profile }).title)} · ${r.room}`), h("span", { class: "quiet" }, " ", new Date(r.updated * 1000).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" })));
    return h("section", { "data-key": "mine" }, open.length ? [h("h2", {}, t("Go on")), h("ul", { class: "mine" }, open.map(item))] : null,
      done.length ? h("details", {}, h("summary", {}, t("Finished matches")), h("ul", { class: "mine" }, done.map(item))) : null);
  }

  /** The differences of the version, and a switch for every setting. */
  rules(p) {
    const base = this.all.find((one) => one.id === p.base);
    const differ = p.settings.filter((s) => s.differs);
    const set = (s, value) => { if (value === s.value) delete this.house[s.name]; else this.house[s.name] = value; this.render(); };
    const changed = Object.keys(this.house).length, look = (number) => this.look(number);
    return h("div", { class: "about", "data-key": `about-${p.id}` },
      source(p),
      h("p", { class: "choices" }, h("button", { type: "button", class: "main", "data-key": "play", disabled: this.busy, onclick: () => this.alone() }, t("Play now against bots")),
        h("button", { type: "button", class: "small", "data-key": "book", onclick: () => look(p.rules.split(" ")[0]) }, t("Rule book"))),
      base ? h("p", {}, t("Different from {base}:", { base: t(base.title) })) : null,
      differ.length ? h("ul", { class: "rule-list" }, differ.map((s) => settingRow(s, look))) : null,
      h("details", { "data-key": "house" }, h("summary", {}, changed ? t("House rules ({n} changed)", { n: changed }) : t("House rules")),
        h("ul", { class: "switches" }, p.settings.map((s) => h("li", { "data-key": s.name },
          h("label", {}, h("span", {}, t(s.meaning), h("span", { class: "rule" }, " ", s.name, " · ", s.rules)),
            s.choices.length ? h("select", { value: this.house[s.name] || s.value, "data-key": `h-${s.name}`, onchange: (e) => set(s, e.target.value) }, s.choices.map((c) => h("option", { value: c, selected: c === (this.house[s.name] || s.value) }, valueOf(s, c))))
              : h("input", { value: this.house[s.name] || s.value, "data-key": `h-${s.name}`, maxlength: "12", onchange: (e) => set(s, e.target.value.trim()) }))))),
        changed ? h("button", { type: "button", class: "small", "data-key": "as-written", onclick: () => { this.house = {}; this.render(); } }, t("Take back all changes")) : null,
        h("h3", {}, t("At the table")),
        [["last_trick", t("The last trick may be looked at")], ["own_discards", t("Own discards may be looked at")], ["own_points", t("A running total is shown")], ["listed", t("Anybody may find the table here, watch, and take a bot's seat")]].map(([name, label]) => h("label", { class: "row" }, h("span", {}, label), h("input", { type: "checkbox", "data-key": name, checked: Boolean(this.memory[name]), onchange: (e) => { this.memory[name] = e.target.checked; } }))),
        h("label", { class: "row" }, h("span", {}, t("Time for a move; then the others may let a bot play")), h("select", { "data-key": "move_seconds", onchange: (e) => { this.memory.move_seconds = Number(e.target.value); } },
          [[0, t("no clock")], [30, t("30 seconds")], [60, t("a minute")], [180, t("three minutes")]].map(([value, text]) => h("option", { value, selected: value === (this.memory.move_seconds || 0) }, text))))));
  }
}
