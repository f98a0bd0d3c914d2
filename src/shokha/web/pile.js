// The table of Svoi Kozyri and Besicovitch's game: the pile, everybody's own trump, cover and lead or pick up.

import { cardBack, cardButton, cardFace, glyph, short, suitName, suitOf, rankOf } from "./cards.js";
import { h } from "./dom.js";
import { t, tn } from "./i18n.js";

const ORDER = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];

export function sorted(cards) {
  return [...cards].sort((a, b) => "shdc".indexOf(suitOf(a)) - "shdc".indexOf(suitOf(b)) || ORDER.indexOf(rankOf(a)) - ORDER.indexOf(rankOf(b)));
}

/** The move that two taps in order mean: the first card covers, the second is led; or one card is led. */
export function chosen(view, order) {
  if (!order.length) return null;
  return view.moves.find((m) => m.cards.length === order.length && m.cards.every((c, i) => c === order[i])) || null;
}

export const pickUp = (view) => view.moves.find((m) => m.kind === "pick_up") || null;

export function middle(state) {
  const { view } = state;
  const top = view.look[0];
  return h("section", { class: "middle pile-table", "aria-label": t("Table"), "data-key": "middle" },
    h("div", { class: "pile", "data-key": "pile" },
      view.pile ? [
        view.covered ? h("span", { class: "covered" }, cardFace(view.covered, { shokha: false, small: true })) : null,
        top ? cardFace(top, { shokha: false, cls: "to-beat" }) : cardBack({ label: t("pile") }),
        h("p", { class: "count" }, tn("{n} card in the pile", "{n} cards in the pile", view.pile))]
        : h("p", { class: "quiet" }, t("The pile is empty."))),
    view.look.length ? h("div", { class: "look", "data-key": "look" },
      h("p", {}, tn("Picking up takes {n} card:", "Picking up takes {n} cards:", view.takes)),
      h("div", { class: "fanned" }, view.look.slice(0, view.takes).map((c) => cardFace(c, { shokha: false, small: true }))),
      view.look.length > view.takes ? h("p", {}, t("below: {card}", { card: view.look.slice(view.takes).map(short).join(" ") })) : null) : null,
    view.hands ? h("div", { class: "open-hands", "data-key": "open" }, view.hands.map((cards, seat) => (seat === state.seat ? null
      : h("p", { "data-key": `o${seat}` }, state.who(seat), h("span", { class: "fanned" }, sorted(cards).map((c) => cardFace(c, { shokha: false, small: true }))))))) : null);
}

const picks = (view) => view.moves.filter((m) => m.kind === "declare");

export function hint(state) {
  const { view, order } = state;
  if (view.turn !== state.seat || !view.moves.length) return "";
  if (picks(view).length) return t("Choose the suit that will be your own trump.");
  const first = order[0];
  if (view.free) return first ? t("{card}: lead it.", { card: short(first) }) : t("Lead any card.");
  if (!first) return tn("Choose a card that beats the top, then the card to lead; or pick up {n}.", "Choose a card that beats the top, then the card to lead; or pick up {n}.", view.takes);
  if (!view.moves.some((m) => m.cards[0] === first)) return t("{card} does not beat the top.", { card: short(first) });
  if (order.length === 1 && !chosen(view, order)) return t("{card} beats. Now choose the card to lead.", { card: short(first) });
  return order.length > 1 ? t("{first} beats, {second} is led.", { first: short(first), second: short(order[1]) }) : t("{card} beats, and you go out.", { card: short(first) });
}

export function hand(state, toggle) {
  const { view, order } = state;
  const mine = view.turn === state.seat && view.moves.length > 0;
  const fits = (card) => order.includes(card) || view.moves.some((m) => m.cards.includes(card) && order.every((c, i) => m.cards[i] === c) && m.cards[order.length] === card);
  return h("div", { class: `hand many ${view.hand.length > 12 ? "lots" : ""}`, role: "toolbar", "aria-label": t("Your hand"), "data-key": "hand" },
    sorted(view.hand).map((card, i) => cardButton(card, { pressed: order.includes(card), dim: mine && !fits(card), index: i, trump: state.seat === null ? "" : view.trumps[state.seat], shokha: false, onclick: () => toggle(card) })));
}

export function buttons(state, act) {
  const { view, order } = state;
  const move = view.turn === state.seat ? chosen(view, order) : null;
  const up = view.turn === state.seat ? pickUp(view) : null;
  if (picks(view).length) return h("div", { class: "actions", "data-key": "actions" }, picks(view).map((m) => h("button", { type: "button", "data-key": m.text, onclick: () => act.play(m.text) }, t(m.text.slice(1)))));
  return h("div", { class: "actions", "data-key": "actions" },
    h("button", { type: "button", class: "main", "data-key": "go", disabled: !move, onclick: () => act.play(move.text) }, view.free ? t("Lead") : t("Beat and lead")),
    view.free ? null : h("button", { type: "button", "data-key": "up", disabled: !up, onclick: () => act.play(up.text) }, tn("Pick up {n}", "Pick up {n}", view.takes)));
}

export const trumpOf = (view, seat) => (seat === null || !view.trumps[seat] ? t("no trump") : t("own trump: {suit}", { suit: suitName(view.trumps[seat]) }));

export function badge(view, seat) {
  const suit = view.trumps[seat];
  return [suit ? h("span", { class: `own-trump suit-${suit}`, role: "img", "aria-label": t("own trump: {suit}", { suit: suitName(suit) }) }, glyph(suit)) : null,
    view.out.includes(seat) ? h("span", { class: "won" }, t("out")) : h("span", { class: "won" }, tn("{n} card", "{n} cards", view.counts[seat]))];
}
