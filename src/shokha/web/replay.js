// A finished match again, step by step, from any seat; every step comes from the server, which redacts it.

import { cardFace } from "./cards.js";
import { h } from "./dom.js";
import { get } from "./http.js";
import { t } from "./i18n.js";
import * as kozel from "./kozel.js";
import * as pile from "./pile.js";
import { refusal } from "./refusals.js";
import { sentence } from "./words.js";

export class Replay {
  /** `room` is the screen of the room; `close` goes back to its count. */
  constructor(room, close) {
    this.room = room;
    this.close = close;
    this.deal = 0;
    this.as = room.frame.seat === null ? "public" : String(room.frame.seat);
    this.at = 0;
    this.load();
  }

  async load() {
    const told = await get(`/api/rooms/${this.room.code}/replay?deal=${this.deal}&as=${this.as}`);
    if (told.steps) { this.told = told; this.at = Math.min(this.at, told.steps.length - 1); this.message = ""; }
    else this.message = refusal(told);
    this.room.render();
  }

  look(deal, as) {
    if (deal !== this.deal) this.at = 0;
    this.deal = deal;
    this.as = as;
    this.load();
  }

  go(to) {
    if (!this.told) return;
    this.at = Math.max(0, Math.min(to, this.told.steps.length - 1));
    this.room.render();
  }

  /** True when the key was ours. */
  key(key) {
    const to = { ArrowRight: this.at + 1, ArrowLeft: this.at - 1, Home: 0, End: Infinity }[key];
    if (to !== undefined) this.go(to);
    if (key === "Escape") this.close();
    return to !== undefined || key === "Escape";
  }

  page() {
    const { room, told } = this, seats = room.frame.table.seats, who = (s) => room.named(s);
    const step = told && told.steps[this.at], last = told ? told.steps.length - 1 : 0;
    const button = (key, label, text, to, off) => h("button", { type: "button", class: "small", "data-key": key, "aria-label": label, disabled: off, onclick: () => this.go(to) }, text);
    return h("section", { class: "replay", "aria-label": t("The match again"), "data-key": "replay" },
      this.message ? h("p", { class: "refusal", role: "alert" }, this.message) : null,
      h("div", { class: "replay-choice" },
        h("label", {}, t("Deal"), " ", h("select", { "data-key": "r-deal", onchange: (e) => this.look(Number(e.target.value), this.as) },
          Array.from({ length: told ? told.deals : 1 }, (_, i) => h("option", { value: i, selected: i === this.deal }, i + 1)))),
        h("label", {}, t("Seen by"), " ", h("select", { "data-key": "r-as", onchange: (e) => this.look(this.deal, e.target.value) },
          [...seats.map((_, i) => [String(i), who(i)]), ["public", t("spectators")], ["all", t("all cards open")]].map(([value, text]) => h("option", { value, selected: value === this.as }, text))))),
      step ? this.picture(step, who) : h("p", { role: "status" }, t("Loading…")),
      h("div", { class: "replay-steps" },
        button("r-first", t("First step"), "⏮", 0, !this.at), button("r-back", t("Back"), "‹", this.at - 1, !this.at),
        h("span", {}, `${this.at + 1} / ${last + 1}`),
        button("r-on", t("Forward"), "›", this.at + 1, this.at >= last), button("r-last", t("Last step"), "⏭", last, this.at >= last)),
      h("button", { type: "button", class: "main", "data-key": "r-close", onclick: () => this.close() }, t("Back to the count")));
  }

  picture(step, who) {
    const seat = /^\d$/.test(this.as) ? Number(this.as) : null, view = step.view, game = view.game === "kozel" ? kozel : pile;
    const state = { ...this.room.frame, view, seat, picked: new Set(), order: [], swept: null, who };
    const said = step.ev.map((e) => sentence(e, who, state)).filter(Boolean).join(" ");
    const row = (label, cards) => h("p", { class: "replay-hand" }, h("b", {}, label), " ", h("span", { class: "cards" }, game.sorted(cards).map((c) => cardFace(c, { small: true, shokha: this.room.frame.table.has_shokha }))));
    return h("div", { "data-key": "r-step" }, h("p", { class: "hint", role: "status" }, said || t("The cards are dealt.")),
      game.middle(state, who),
      step.open ? h("div", { class: "replay-hands" }, step.open.map((cards, s) => row(who(s), cards))) : seat !== null ? row(who(seat), view.hand) : null);
  }
}
