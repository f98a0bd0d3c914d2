// The Kozel table: trick, stock, own hand, and the two buttons that are never guessed for each other.

import { cardBack, cardButton, cardFace, glyph, rankOf, short, suitName, suitOf, turnUp } from "./cards.js";
import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { prefs } from "./prefs.js";
import { combination } from "./words.js";

const ORDER = ["A", "10", "K", "Q", "J", "9", "8", "7", "6"];
const SUITS = "shdc";

/** Own cards in the order a person wants them. */
export function sorted(cards) {
  const bySuit = (a, b) => SUITS.indexOf(suitOf(a)) - SUITS.indexOf(suitOf(b));
  const byRank = (a, b) => ORDER.indexOf(rankOf(a)) - ORDER.indexOf(rankOf(b));
  return [...cards].sort(prefs.sort === "rank" ? (a, b) => byRank(a, b) || bySuit(a, b) : (a, b) => bySuit(a, b) || byRank(a, b));
}

const same = (picked, cards) => cards.length === picked.size && cards.every((c) => picked.has(c));

/** The moves of a kind that the present selection is. */
export function chosen(view, picked, kind) {
  return view.moves.find((m) => m.kind === kind && same(picked, m.cards)) || null;
}

/** Could this card still become part of a legal move together with what is picked? */
function fits(view, picked, card) {
  if (!view.moves.length || picked.has(card)) return true;
  return view.moves.some((m) => m.cards.includes(card) && [...picked].every((c) => m.cards.includes(c)));
}

/** The middle: stock and turn-up, then the trick in playing order. */
export function middle(state, who) {
  const { view } = state;
  return h("section", { class: "middle", "aria-label": t("Table"), "data-key": "middle" }, stock(view, state.hasShokha), trick(state, who), side(state, who));
}

function stock(view, shokha) {
  const suit = view.trump;
  const up = view.turn_up && view.stock > 0;
  return h("div", { class: "stock", "data-key": "stock" },
    h("div", { class: `pack ${view.stock ? "" : "empty"}` },
      up ? turnUp(view.turn_up, shokha) : null,
      view.stock > (up ? 1 : 0) ? cardBack({ small: true, label: t("stock") }) : null),
    h("p", { class: "trump" }, suit ? h("b", { class: `suit-${suit}` }, glyph(suit)) : null, " ", trumpOf(view)),
    h("p", { class: "count" }, view.stock ? tn("{n} card in the stock", "{n} cards in the stock", view.stock) : t("stock empty")),
    view.shown ? h("p", { class: "count" }, t("shown: {card}", { card: short(view.shown) })) : null);
}

function playRow(play, view, who, holds) {
  const cards = play.cards.length
    ? play.cards.map((c) => (play.up ? cardFace(c, { small: true, key: c }) : h("span", { class: "own-down", "data-key": "d" + c }, cardBack({ small: true }), h("i", {}, short(c)))))
    : Array.from({ length: play.n }, (_, i) => cardBack({ small: true, key: `b${i}` }));
  const label = play.up ? null : tn("{n} card face down", "{n} cards face down", play.n);
  return h("li", { class: `play ${holds ? "holds" : ""}`, "data-key": `p${play.seat}` },
    h("span", { class: "who" }, who(play.seat), holds ? h("b", {}, " ▲ ", h("span", {}, t("holds"))) : null),
    h("span", { class: "cards" }, cards), label ? h("span", { class: "visually-hidden" }, label) : null,
    play.pairs && play.pairs.length > 1 ? h("details", { class: "beats", "data-key": "beats" }, h("summary", { "aria-label": t("What beats what") }, "⇄"), pairsInWords(play.pairs)) : null);
}

const pairsInWords = (pairs) => pairs.map(([mine, theirs]) => `${short(mine)} → ${short(theirs)}`).join(", ");

function trick(state, who) {
  const { view } = state;
  const swept = state.swept; // it stays for a moment, also when the next lead is there already; a tap goes on
  if (swept) return h("div", { class: "swept-box", "data-key": "trick", onclick: state.unsweep },
    h("ol", { class: "trick swept", "aria-label": t("Last trick") }, swept.plays.map((p) => playRow(p, view, who, p.seat === swept.winner))),
    prefs.sweep === "tap" ? h("button", { type: "button", class: "small", "data-key": "sweep" }, t("Go on")) : null);
  if (!view.trick.length) return h("ol", { class: "trick", "data-key": "trick", "aria-label": t("Trick") }, h("li", { class: "quiet" }, t("No cards on the table.")));
  return h("ol", { class: "trick", "data-key": "trick", "aria-label": t("Trick") }, view.trick.map((p) => playRow(p, view, who, p.seat === view.holds)));
}

function side(state, who) {
  const { view } = state;
  const last = view.last ? h("details", { "data-key": "last" }, h("summary", {}, t("Last trick")), h("ol", { class: "trick" }, view.last.map((p) => playRow(p, view, who, false)))) : null;
  const down = view.own_down && view.own_down.length ? h("p", {}, t("Your discards: {cards}", { cards: view.own_down.map(short).join(" ") })) : null;
  const points = view.own_points !== null ? h("p", {}, t("Points you have seen on your side: {n}", { n: view.own_points })) : null;
  const pot = view.pot ? h("p", {}, t("Pot: {n}", { n: view.pot })) : null;
  return last || down || points || pot ? h("div", { class: "side", "data-key": "side" }, pot, last, down, points) : null;
}

/** What the selection is, in words. */
export function hint(state) {
  const { view, picked, seat } = state;
  if (view.turn !== seat) return picked.size ? t("{n} chosen; it is not your turn yet.", { n: picked.size }) : "";
  if (state.early) return t("Chosen; your cards go down when the window closes.");
  if (!view.moves.length) return "";
  const cards = [...picked].map(short).join(" ");
  if (!view.owes) {
    if (!picked.size) return t("Choose the cards to lead.");
    return chosen(view, picked, "lead") ? t("{cards}: a legal lead.", { cards }) : t("{cards}: not a lead. One suit only, and a size that is allowed.", { cards });
  }
  const beat = chosen(view, picked, "beat");
  if (beat) return t("Beats: {pairs}", { pairs: pairsInWords(beat.pairs) });
  if (view.wins) return t("This combination wins its trick: all your cards go face down.");
  const beats = view.moves.filter((m) => m.kind === "beat"), useless = [...picked].filter((c) => !beats.some((m) => m.cards.includes(c))).map(short).join(" ");
  if (!beats.length && picked.size < view.owes) return t("Nothing you hold takes this: choose {n} to discard.", { n: view.owes });
  if (picked.size < view.owes) return t("{n} of {all} chosen.", { n: picked.size, all: view.owes });
  if (chosen(view, picked, "discard")) return useless && beats.length && picked.size > 1 ? t("{cards}: does not beat ({useless} is part of no beat); it can go face down.", { cards, useless }) : t("{cards}: does not beat; it can go face down.", { cards });
  return t("Choose exactly {n}.", { n: view.owes });
}

/** The own hand as a toolbar of toggle buttons. */
export function hand(state, toggle, group) {
  const { view, picked } = state;
  const mine = view.turn === state.seat && view.moves.length > 0;
  return h("div", { class: "hand", role: "toolbar", "aria-label": t("Your hand"), "data-key": "hand" },
    sorted(view.hand).map((card, i) => cardButton(card, { pressed: picked.has(card), dim: mine && !fits(view, picked, card), index: i, trump: view.trump, shokha: state.hasShokha, onclick: () => toggle(card), ondblclick: () => group(card) })));
}

/** The trump as a sentence, also when the stock is gone. */
export const trumpOf = (view) => (view.trump ? t("trump: {suit}", { suit: suitName(view.trump) }) : t("no trump"));

/** Buttons: beat and discard are two, and a hidden winner is confirmed. */
export function buttons(state, act) {
  const { view, picked } = state;
  const mine = view.turn === state.seat && view.moves.length > 0 && !state.early;
  const claim = view.claim ? h("button", { type: "button", class: "claim", "data-key": "claim", onclick: () => act.declare(view.claim) }, t("Declare {what}", { what: combination(view.claim) })) : null;
  const pot = view.moves.filter((m) => m.kind === "declare").map((m) => h("button", { type: "button", class: "claim", "data-key": m.text, onclick: () => act.play(m.text) }, t("Declare {what}", { what: combination(m.text.slice(1)) })));
  if (!view.owes || view.turn !== state.seat) {
    const lead = chosen(view, picked, "lead");
    return h("div", { class: "actions", "data-key": "actions" }, claim, pot,
      h("button", { type: "button", class: "main", "data-key": "lead", disabled: !(mine && lead), onclick: () => act.play(lead.text) }, t("Lead")));
  }
  const beat = chosen(view, picked, "beat"), down = chosen(view, picked, "discard");
  const sure = beat && prefs.confirmHide && !state.confirming;
  return h("div", { class: "actions", "data-key": "actions" }, claim,
    h("button", { type: "button", class: "main", "data-key": "beat", disabled: !(mine && beat), onclick: () => act.play(beat.text) }, t("Beat")),
    h("button", { type: "button", "data-key": "discard", disabled: !(mine && down), onclick: () => (sure ? act.confirm() : act.play(down.text)) },
      state.confirming && beat ? t("Really hide it?") : t("Discard face down")));
}

/** What a seat shows to everybody. */
export function badge(view, seat) {
  const shown = view.declared.filter((d) => d.seat === seat).slice(-1)[0];
  return [view.counts[seat] ? h("span", { class: "fan", role: "img", "aria-label": tn("{n} card", "{n} cards", view.counts[seat]) }, Array.from({ length: view.counts[seat] }, () => h("i", {}))) : null,
    h("span", { class: "won" }, tn("{n} trick", "{n} tricks", view.won[seat])),
    shown ? h("span", { class: "shown" }, combination(shown.what)) : null];
}
