// The room: one state from the server, one picture of it. Nothing is shown that the server has not confirmed.

import { cardFace, EGG } from "./cards.js";
import { chips, countPanel } from "./count.js";
import { h, patch } from "./dom.js";
import { t, tn } from "./i18n.js";
import { Line } from "./net.js";
import { pairLines } from "./pairs.js";
import { sound } from "./sound.js";
import { verify } from "./fair.js";
import * as kozel from "./kozel.js";
import * as pile from "./pile.js";
import { banner, botName, later, sentence, sideName } from "./words.js";
import { keysDialog, openSettings, showDialog } from "./settings.js";
import { ruleLinks, rulebookDialog, rulesDialog } from "./rules.js";
import { lobbySeats, sit } from "./seats.js";
import { prefs, secretOf } from "./prefs.js";
import { refusal } from "./refusals.js";
import { stayAwake } from "./wake.js";

export class Room {
  constructor(root, code, secret, leave) {
    this.root = root;
    this.code = code;
    this.secret = secret || secretOf(code);
    this.leave = leave;
    this.status = "connecting";
    this.picked = new Set();
    this.order = [];
    this.log = [];
    this.refusal = null;
    this.commitments = new Map();
    this.fairness = new Map();
    this.line = new Line(code, this.secret, {
      state: (frame, first) => this.receive(frame, first),
      answer: (frame) => this.answer(frame),
      status: (status) => { this.status = status; this.render(); },
      bye: (frame) => { this.gone = frame; this.render(); },
    });
    this.onkey = (event) => this.key(event);
    document.addEventListener("keydown", this.onkey);
    this.onsize = () => pairLines(this);
    window.addEventListener("resize", this.onsize);
    this.onprefs = () => this.render();
    document.addEventListener("prefs", this.onprefs);
    this.ticker = setInterval(() => this.tick(), 200);
  }

  close() {
    showDialog(null);
    stayAwake(false);
    this.line.ended = true;
    clearInterval(this.line.timer);
    clearInterval(this.ticker);
    if (this.line.socket) this.line.socket.close();
    document.removeEventListener("keydown", this.onkey);
    document.removeEventListener("prefs", this.onprefs);
    window.removeEventListener("resize", this.onsize);
  }

  // -- what comes in ---------------------------------------------------------------------------------

  receive(frame, first) {
    const before = this.frame;
    this.frame = frame;
    this.windowEnds = frame.clock.window === null ? null : performance.now() + frame.clock.window * 1000;
    this.moveEnds = typeof frame.clock.left === "number" ? performance.now() + frame.clock.left * 1000 : null;
    if (frame.table.fair && frame.table.fair.commitment) this.commitments.set(frame.table.fair.deal, frame.table.fair.commitment);
    const lines = [];
    for (const e of frame.ev) {
      const text = sentence(e, (s) => this.named(s), frame);
      if (text) lines.push({ text, said: e.e === "Said" });
      if (e.e === "Said" && !first) this.say(e);
      if (e.e === "DealStarted" || e.e === "PackDealt") { this.log = []; this.firstHand = null; this.early = false; this.before = e.standing; }
      if (e.e === "DealStarted") this.dealt = { ...e, attempt: this.dealt && this.voided && this.dealt.number === e.number ? this.dealt.attempt + 1 : 0 };
      if (e.e === "DealStarted") this.voided = false;
      if (e.e === "DealVoided") this.voided = true;
      if (e.e === "CardsDealt" && e.seat === frame.seat) this.firstHand = e.cards;
      if (e.e === "LeadChosen") this.early = true;
      if (e.e === "WindowClosed" || e.e === "CardsLed") this.early = false;
      if (e.e === "DealScored" || e.e === "PotSettled") { this.score = e; if (!first) sound("chips"); }
      if (e.e === "Declared" && !first) sound("claim");
      if (e.e === "TrickTaken" && !first) this.sweep(frame, e);
    }
    this.log = [...this.log, ...lines].slice(-200);
    if (!first && lines.length) this.speak(lines.map((l) => l.text).join(" "));
    const view = frame.view;
    const turnNow = view ? `${view.deal} ${view.turn} ${view.owes} ${view.trick ? view.trick.length : view.pile}` : "";
    if (turnNow !== this.turnWas) {
      this.turnWas = turnNow;
      this.confirming = false;
      this.refusal = null;
      if (view && view.turn === frame.seat && view.moves.length && !first) { sound("turn"); if (prefs.vibrate && navigator.vibrate) navigator.vibrate(80); }
    }
    if (view) {
      for (const card of [...this.picked]) if (!view.hand.includes(card)) this.picked.delete(card);
      this.order = this.order.filter((card) => view.hand.includes(card));
    }
    if (before && frame.ev.some((e) => e.e.startsWith("Cards") || e.e.startsWith("Card"))) sound("card");
    this.checkFairness(frame);
    stayAwake(frame.seat !== null && frame.table.stage === "playing");
    document.title = (view && view.turn === frame.seat && view.moves.length ? "● " : "") + "Shokha";
    this.render();
  }

  /** A finished trick stays for a moment, for everybody the same; a tap goes on (T21). */
  sweep(frame, taken) {
    const shown = [];
    for (const e of frame.ev) {
      if (e.e === "CardsLed") { shown.length = 0; shown.push({ seat: e.seat, n: e.cards.length, up: true, cards: e.cards }); }
      else if (e.e === "CardsBeat") shown.push({ seat: e.seat, n: e.cards.length, up: true, cards: e.cards });
      else if (e.e === "CardsDiscarded") shown.push({ seat: e.seat, n: e.count, up: false, cards: e.cards });
      if (e === taken) break;
    }
    const earlier = (this.trickWas || []).filter((p) => !shown.some((s) => s.seat === p.seat));
    this.swept = { winner: taken.seat, plays: [...earlier, ...shown] };
    clearTimeout(this.sweeping);
    if (prefs.sweep !== "tap") this.sweeping = setTimeout(() => { this.unsweep(); this.render(); }, Number(prefs.sweep) * 1000);
    sound("sweep");
  }

  /** What somebody says is seen beside the name for a while: the log may be closed. */
  say({ seat, text }) {
    clearTimeout(this.saying);
    this.said = { seat, text };
    this.saying = setTimeout(() => { this.said = null; this.render(); }, 6000);
  }

  unsweep() {
    clearTimeout(this.sweeping);
    this.swept = null;
  }

  async checkFairness(frame) {
    const shown = frame.table.fair && frame.table.fair.revealed;
    if (!shown || this.fairness.has(shown.deal)) return;
    this.fairness.set(shown.deal, null);
    try {
      this.fairness.set(shown.deal, await verify(this.code, shown, this.commitments.get(shown.deal), this.firstHand, this.dealing(frame)));
    } catch { this.fairness.set(shown.deal, null); }
    this.render();
  }

  /** How the pack was dealt: which cards were in it, and every how many-eth went to this seat. */
  dealing(frame) {
    const e = this.dealt, n = frame.table.seats.length;
    if (!e || frame.seat === null) return {};
    const order = Array.from({ length: n }, (_, i) => (e.dealer + 1 + i) % n).filter((s) => (e.seats >> s) & 1);
    const size = e.stock + 4 * order.length;
    const pack = Array.from({ length: 36 }, (_, i) => i).filter((c) => size === 36 || c !== 27); // without the six of clubs
    return { pack: size === pack.length ? pack : null, place: order.indexOf(frame.seat), cards: 4 * order.length, players: order.length, attempt: e.attempt };
  }

  answer(frame) {
    if (frame.t === "no" && frame.code !== "stale") { this.refusal = frame; this.early = false; } // "retry" is tried again
    else if (frame.t === "ok") this.refusal = null;
    this.render();
  }

  speak(text) {
    document.getElementById("live").textContent = text;
  }

  /** Whole seconds left for the move, by the server's clock; null without one. */
  leftOf(now) { return this.moveEnds === null || this.moveEnds === undefined ? null : Math.max(0, Math.ceil((this.moveEnds - now) / 1000)); }

  tick() {
    if (!this.frame) return;
    const clock = this.root.querySelector(".move-clock"), left = this.leftOf(performance.now());
    if (clock && left !== null) { const text = t("{n} s left", { n: left }); if (clock.textContent !== text) clock.textContent = text; }
    if (this.slow !== this.line.isSlow) { this.slow = this.line.isSlow; this.render(); }
    const bar = this.root.querySelector(".window-bar i");
    if (bar && this.windowEnds) bar.style.setProperty("--left", String(Math.max(0, (this.windowEnds - performance.now()) / 1000 / (this.frame.table.options.window || 1))));
  }

  // -- what goes out ---------------------------------------------------------------------------------

  name(seat) {
    return seat === this.frame.seat ? t("You") : this.named(seat);
  }

  /** The name of a seat as others see it: for sentences that are not about "you". */
  named(seat) {
    const s = this.frame.table.seats[seat];
    return s && s.name ? (s.bot ? `${botName(s.bot)} ${seat + 1}` : s.name) : t("Seat {n}", { n: seat + 1 });
  }

  play(text) {
    this.unsweep();
    this.confirming = false;
    this.line.command("play", { text });
    this.moveEnds = null; // it stands still as soon as the move is on its way (T16)
    this.picked.clear();
    this.order = [];
    this.render();
  }

  toggle(card) {
    this.unsweep();
    this.confirming = false;
    this.refusal = null;
    if (this.picked.has(card)) { this.picked.delete(card); this.order = this.order.filter((c) => c !== card); }
    else {
      const view = this.frame.view, limit = view.game === "kozel" ? view.owes || 4 : view.free ? 1 : 2;
      if (this.picked.size >= limit && limit === 1) { this.picked.clear(); this.order = []; }
      this.picked.add(card);
      this.order.push(card);
    }
    this.render();
  }

  /** A double tap on a card chooses the largest lead that it can belong to. */
  group(card) {
    const leads = this.frame.view.moves.filter((m) => m.kind === "lead" && m.cards.includes(card));
    if (!leads.length) return;
    this.order = [...leads.reduce((best, m) => (m.cards.length > best.cards.length ? m : best)).cards];
    this.picked = new Set(this.order);
    this.render();
  }

  key(event) {
    const view = this.frame && this.frame.view;
    if (!view || event.target.closest("[role=dialog]") || event.ctrlKey || event.metaKey || event.altKey || /INPUT|SELECT|TEXTAREA/.test(event.target.tagName)) return;
    if (this.replay) { if (this.replay.key(event.key)) event.preventDefault(); return; }
    const hand = [...this.root.querySelectorAll(".hand-card")], game = view.game === "kozel" ? kozel : pile;
    const at = hand.indexOf(document.activeElement);
    const press = (key) => { const b = this.root.querySelector(`[data-key="${key}"]`); if (b && !b.disabled) b.click(); };
    const keys = {
      ArrowRight: () => hand.length && hand[(at + 1) % hand.length].focus(),
      ArrowLeft: () => hand.length && hand[(at - 1 + hand.length) % hand.length].focus(),
      d: () => press("discard"), b: () => press("beat"), m: () => press("claim"), u: () => press("up"),
      l: () => { const last = this.root.querySelector("[data-key=last] > summary"); if (last) last.click(); },
      t: () => this.speak(game.trumpOf(view, this.frame.seat)),
      s: () => this.speak(this.scoreInWords()),
      "?": () => showDialog(keysDialog(() => showDialog(null))),
      Enter: () => { if (at >= 0 || event.target === document.body) for (const k of ["lead", "beat", "go", "ready"]) press(k); },
      Escape: () => { this.unsweep(); this.picked.clear(); this.order = []; this.render(); },
    };
    const number = Number(event.key);
    if (number >= 1 && number <= hand.length) { this.toggle(hand[number - 1].dataset.key); event.preventDefault(); }
    else if (keys[event.key] && !(event.key === "Enter" && event.target.tagName === "BUTTON" && !event.target.classList.contains("hand-card"))) { keys[event.key](); event.preventDefault(); }
  }

  /** Is a count to be shown? What the last trick was is seen first. */
  get isCounted() { return ["counting", "over"].includes(this.frame.table.stage) && !this.swept; }

  /** What the count has changed for a side. */
  moved(side) { return this.isCounted && this.before ? this.frame.table.standing[side] - this.before[side] : 0; }

  scoreInWords() {
    const { table } = this.frame;
    return t("Now: {totals}", { totals: table.standing.map((n, side) => `${sideName(side, this.frame, (s) => this.name(s))}: ${n}`).join(" · ") });
  }

  // -- the picture -----------------------------------------------------------------------------------

  render() {
    if (this.line && this.line.ended && !this.gone) return; // left; an answer came too late
    const fresh = this.frame ? this.page() : h("main", { class: "page", "data-key": "room" }, h("h1", {}, "Shokha"), h("p", { role: "status" }, this.gone ? this.goodbye() : t("Connecting…")), this.gone ? h("button", { type: "button", class: "main", onclick: () => this.leave() }, t("To the lobby")) : null);
    if (this.root.firstChild) patch(this.root.firstChild, fresh);
    else this.root.append(fresh);
    if (this.frame && this.frame.view && this.frame.view.trick) this.trickWas = this.frame.view.trick;
    pairLines(this);
  }

  page() {
    const frame = this.frame, { table, view, seat } = frame, who = (s) => this.name(s);
    const game = view && view.game !== "kozel" ? pile : kozel;
    const state = { ...frame, picked: this.picked, order: this.order, swept: this.swept, unsweep: () => { this.unsweep(); this.render(); }, confirming: this.confirming, early: this.early, who, hasShokha: table.has_shokha };
    const act = {
      play: (text) => this.play(text),
      declare: (what) => { this.line.command("play", { text: `!${what}` }); },
      confirm: () => { this.confirming = true; this.render(); },
    };
    const playing = table.stage === "playing" && view;
    if (table.stage !== "over") this.replay = null; // another match has begun
    if (this.replay) return h("main", { class: "room stage-replay", "data-key": "room" }, this.header(), this.replay.page());
    return h("main", { class: `room stage-${table.stage}`, "data-key": "room" },
      this.header(), this.bannerRow(state, who),
      table.stage === "seating" ? (table.starting ? h("p", { role: "status" }, t("The cards are being dealt.")) : lobbySeats(this, frame)) : null,
      view ? this.others(game, who) : null,
      view && !this.isCounted ? game.middle(state, who) : null,
      seat === null ? this.refused() : null,
      this.shownHands(game, who),
      this.isCounted ? countPanel(this, who) : null,
      playing && seat !== null ? h("section", { class: "own", "aria-label": t("Your hand and actions"), "data-key": "own" },
        h("p", { class: "hint", "data-key": "hint", role: "status" }, game.hint(state)),
        this.refused(),
        game.buttons(state, act), game.hand(state, (card) => this.toggle(card), (card) => this.group(card)),
        h("p", { class: "own-line" }, who(seat), " ", game.badge(view, seat), table.seats[seat].shows ? h("span", {}, t("Those who watch see your cards.")) : null)) : null,
      this.talk());
  }

  header() {
    const { table } = this.frame, who = (s) => this.name(s);
    const totals = this.swept && table.stage !== "playing" && this.before ? this.before : table.standing;
    const { id, house = [] } = table.profile;
    return h("header", { class: "top", "data-key": "top" },
      h("button", { type: "button", class: "plain", "aria-label": t("Leave the table"), "data-key": "leave", onclick: () => this.leave() }, "‹"),
      h("div", { class: "version" }, h("h1", {}, t(table.profile.title)), h("span", {}, id, house.length ? ` · ${tn("{n} house rule", "{n} house rules", house.length)}` : "", table.number ? ` · ${t("deal {n}", { n: table.number })}` : "", table.imported ? ` · ${t("from a record")}` : "")),
      table.standing.length ? h("ul", { class: "score", "aria-label": t("Score") }, totals.map((total, side) => h("li", { class: table.alive.includes(side) ? "" : "out" },
        h("span", {}, sideName(side, this.frame, who)), chips(table, total, this.moved(side)))),
        table.eggs ? h("li", {}, h("span", {}, t("eggs")), h("span", { class: "eggs", role: "img", "aria-label": tn("{n} deal ended 60–60", "{n} deals ended 60–60", table.eggs), "data-picture": `eggs ${table.eggs}`, picture: EGG.repeat(table.eggs) })) : null) : null,
      h("button", { type: "button", class: "plain", "aria-label": t("Rules of this version"), "data-key": "rules-of", onclick: () => showDialog(rulesDialog(table.profile, () => showDialog(null), (number) => this.look(number))) }, "§"),
      h("button", { type: "button", class: "plain", "aria-label": t("Settings"), "data-key": "settings", onclick: () => openSettings(showDialog, this) }, "⚙"));
  }

  /** The rule book beside the table, open at a rule. */
  look(number) { showDialog(rulebookDialog(number, () => showDialog(null))); }


  bannerRow(state, who) {
    const off = this.status !== "on";
    const text = this.gone ? this.goodbye() : off ? t("The line is broken. Trying again…") : this.slow ? t("Saving…") : banner(state, who);
    const mine = state.view && state.view.turn === state.seat && state.view.moves.length;
    const votes = off ? [] : state.table.seats.map((s, i) => (s.overdue && !s.substitute && i !== state.seat && state.seat !== null ? i : null)).filter((i) => i !== null);
    return h("div", { class: `banner ${off || this.gone ? "broken" : mine ? "mine" : ""}`, "data-key": "banner" },
      h("p", { role: off ? "alert" : null }, text, state.seat === null && !this.gone ? " " + t("You are watching.") : ""),
      state.clock.left !== null && !off && this.leftOf(performance.now()) !== null ? h("p", { class: "move-clock", role: "timer", "data-key": "clock" }, t("{n} s left", { n: this.leftOf(performance.now()) })) : null,
      state.clock.window !== null ? h("div", { class: "window-bar", role: "img", "aria-label": t("Combinations may be declared now") }, h("i", {})) : null,
      votes.map((i) => h("button", { type: "button", class: "small", onclick: () => this.line.command("vote", { target: i }) }, t("Let a bot play for {name}", { name: who(i) }))),
      state.seat !== null && state.table.seats[state.seat].substitute ? h("button", { type: "button", class: "small", onclick: () => this.line.command("give_back") }, t("I am back")) : null,
      this.gone && this.gone.code === "elsewhere" ? h("button", { type: "button", class: "small", onclick: () => location.reload() }, t("Play here instead")) : null,
      this.gone && this.gone.code === "newer" ? h("button", { type: "button", class: "small", onclick: () => location.reload() }, t("Reload")) : null);
  }

  goodbye() {
    return { elsewhere: t("This seat is open in another window."), no_room: t("There is no such room."), newer: t("There is a new version. Reload the page.") }[this.gone.code] || this.gone.message;
  }

  others(game, who) {
    const { table, view, seat } = this.frame, n = table.seats.length;
    const start = seat === null ? 0 : seat + 1;
    const order = Array.from({ length: seat === null ? n : n - 1 }, (_, i) => (start + i) % n);
    return h("ul", { class: "others", "aria-label": t("Players"), "data-key": "others" }, order.map((s) => {
      const place = table.seats[s];
      return h("li", { class: `other ${view.turn === s ? "turn" : ""} ${place.side === (seat === null ? -1 : table.seats[seat].side) ? "partner" : ""}`, "data-key": `s${s}` },
        h("b", {}, who(s), view.dealer === s ? h("span", { class: "dealer", role: "img", title: t("dealer"), "aria-label": t("dealer") }, "●") : null),
        place.substitute ? h("span", { class: "away" }, t("bot plays")) : !place.present ? h("span", { class: "away" }, t("away")) : null,
        game.badge(view, s),
        this.said && this.said.seat === s ? h("span", { class: "bubble", "aria-hidden": "true" }, this.said.text) : null,
        seat === null && place.bot && table.stage !== "over" ? h("button", { type: "button", class: "small", "data-key": `sit${s}`, onclick: () => sit(this, s) }, t("Sit here")) : null);
    }));
  }

  /** For those who watch: the hands whose owners allow it. */
  shownHands(game, who) {
    const { open, table } = this.frame, seats = Object.keys(open || {});
    return seats.length ? h("section", { class: "shown-hands", "aria-label": t("Hands shown to those who watch"), "data-key": "shown-hands" }, seats.map((s) => h("p", { class: "replay-hand", "data-key": `h${s}` },
      h("b", {}, who(Number(s)), table.seats[s].shows === "late" ? ` (${later(table)})` : ""), " ", h("span", { class: "cards" }, game.sorted(open[s]).map((c) => cardFace(c, { small: true, shokha: table.has_shokha })))))) : null;
  }

  refused() {
    const r = this.refusal;
    return r ? h("p", { class: "refusal", role: "alert", "data-key": "refusal" }, refusal(r), " ", ruleLinks(r.rule || "", (number) => this.look(number))) : null;
  }

  talk() {
    const say = (event) => {
      event.preventDefault();
      const input = event.target.elements.text;
      if (input.value.trim()) this.line.command("say", { text: input.value });
      input.value = "";
    };
    const phrases = [t("Well played!"), t("Thank you!"), t("One moment, please.")];
    return h("details", { class: "talk", "data-key": "talk" }, h("summary", {}, t("Log and talk")),
      h("ol", { class: "log", tabindex: "0", "aria-label": t("Log") }, this.log.slice(-60).reverse().map((line) => h("li", { class: line.said ? "said" : "" }, line.text))),
      this.frame.seat === null ? null : h("form", { class: "say", onsubmit: say },
        phrases.map((text) => h("button", { type: "button", class: "small", onclick: () => this.line.command("say", { text }) }, text)),
        h("label", {}, h("span", { class: "visually-hidden" }, t("Say something")), h("input", { name: "text", maxlength: "200", autocomplete: "off", "data-key": "say" })), h("button", { type: "submit", class: "small" }, t("Say"))));
  }
}
