// Cards drawn by us: four paths, text indices, no court pictures (unreadable at this size).

import { prefs } from "./prefs.js";
import { language, t } from "./i18n.js";
import { h } from "./dom.js";

const PATHS = {
  s: "M16 2C12 9 3 13 3 20a6.500 6.500 0 0 0 11.400 4.300C14.100 27 13 29 11 30h10c-2-1-3.100-3-3.400-5.700A6.500 6.500 0 0 0 29 20C29 13 20 9 16 2Z",
  h: "M16 29C9 22 3 17.500 3 11a6.700 6.700 0 0 1 13-2.300A6.700 6.700 0 0 1 29 11c0 6.500-6 11-13 18Z",
  d: "M16 2 27 16 16 30 5 16Z",
  c: "M16 2.500a6.300 6.300 0 0 0-5.600 9.200 6.300 6.300 0 1 0 3.900 11.100C14 26.500 13 29 11 30h10c-2-1-3-3.500-3.300-7.200a6.300 6.300 0 1 0 3.900-11.100A6.300 6.300 0 0 0 16 2.500Z",
};
const STAR = "m0-7 2 4.200 4.600.6-3.300 3.200.8 4.500L0 3.300-4.100 5.500l.8-4.500-3.300-3.200 4.600-.6Z";
const LETTERS = { en: {}, ru: { A: "Т", K: "К", Q: "Д", J: "В" }, fr: { K: "R", Q: "D", J: "V" }, it: { K: "R", Q: "D", J: "F" }, es: {} };
const SUIT_WORDS = { s: "spades", h: "hearts", d: "diamonds", c: "clubs" };
const RANK_WORDS = { A: "ace", K: "king", Q: "queen", J: "jack", 10: "ten", 9: "nine", 8: "eight", 7: "seven", 6: "six", 5: "five", 4: "four", 3: "three", 2: "two" };
const GLYPHS = { s: "♠\ufe0e", h: "♥\ufe0e", d: "♦\ufe0e", c: "♣\ufe0e" };

export const suitOf = (card) => card.slice(-1);
export const rankOf = (card) => card.slice(0, -1);

/** The rank letter in the chosen alphabet. */
export function letterOf(card) {
  const set = LETTERS[prefs.letters || language] || {};
  return set[rankOf(card)] || rankOf(card);
}

/** Short text: Q♥. */
export const short = (card) => letterOf(card) + GLYPHS[suitOf(card)];
export const glyph = (suit) => GLYPHS[suit] || t("none");

/** Spoken name: "queen of hearts". */
export function spoken(card) {
  return t(`${RANK_WORDS[rankOf(card)]} of ${SUIT_WORDS[suitOf(card)]}`);
}

export const suitName = (suit) => (suit ? t(SUIT_WORDS[suit]) : t("no trump"));

function face(card, shokha, wide = 100, tall = 140) {
  const suit = suitOf(card), rank = letterOf(card);
  const star = shokha && card === "6s" ? `<path class="star" transform="translate(${wide - 22} 26) scale(1.700)" d="${STAR}"/>` : "";
  return `<svg viewBox="0 0 ${wide} ${tall}" aria-hidden="true" focusable="false" class="suit-${suit}"><rect class="paper" x="1.500" y="1.500" width="${wide - 3}" height="${tall - 3}" rx="9"/>` +
    `<text class="rank" x="${rank.length > 1 ? 30 : 25}" y="41"${rank.length > 1 ? ' letter-spacing="-3"' : ""}>${rank}</text>` +
    `<path transform="translate(9 50) scale(1.050)" d="${PATHS[suit]}"/><path transform="translate(${wide - 61} ${tall - 68}) scale(1.700)" d="${PATHS[suit]}"/>${star}</svg>`;
}

export const GOAT = '<svg viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M11 12C6 11 3 7 4 1c2 4 5 6 9 7h6c4-1 7-3 9-7 1 6-2 10-7 11l5 1-5 3-2 8-2 2-1 5-1-5-2-2-2-8-5-3Z"/></svg>';
export const EGG = '<svg viewBox="0 0 24 32" aria-hidden="true" focusable="false"><path d="M12 2c5 0 9 10 9 16a9 11 0 0 1-18 0C3 12 7 2 12 2Z"/></svg>';

const BACK = '<svg viewBox="0 0 100 140" aria-hidden="true" focusable="false"><rect class="back" x="1.500" y="1.500" width="97" height="137" rx="9"/><path class="lattice" d="M10 10 90 130M10 50 63 130M10 90 37 130M37 10 90 90M63 10 90 50M90 10 10 130M90 50 37 130M90 90 63 130M63 10 10 90M37 10 10 50"/></svg>';

/** A card that lies somewhere: an element with a name for screen readers. */
export function cardFace(card, { shokha = true, small = false, cls = "" } = {}) {
  return h("span", { class: `card ${small ? "small" : ""} ${cls}`, role: "img", "aria-label": spoken(card), "data-key": card, "data-picture": card + prefs.letters + language, picture: face(card, shokha) });
}

/** The turn-up: crosswise under the stock, drawn so that its index is upright in the part that the pack leaves free. */
export function turnUp(card, shokha) {
  return h("span", { class: "card turn-up", role: "img", "aria-label": `${spoken(card)}, ${t("turned up under the stock")}`, "data-key": card, "data-picture": `lying ${card}${prefs.letters}${language}`, picture: face(card, shokha, 140, 100) });
}

export function cardBack({ small = false, label = "", key = "" } = {}) {
  return h("span", { class: `card ${small ? "small" : ""}`, role: label ? "img" : null, "aria-label": label || null, "aria-hidden": label ? null : "true", "data-key": key || null, "data-picture": "back", picture: BACK });
}

/** A card in the own hand: a toggle button. */
export function cardButton(card, { pressed, dim, index, trump, shokha, onclick, ondblclick }) {
  const label = spoken(card) + (suitOf(card) === trump ? ", " + t("trump") : "") + (shokha && card === "6s" ? ", " + t("shokha") : "");
  return h("button", { type: "button", class: `card hand-card ${dim ? "dim" : ""}`, "aria-pressed": pressed ? "true" : "false", "aria-label": label, "data-key": card, "data-picture": card + prefs.letters + language, "data-index": index, onclick, ondblclick, picture: face(card, shokha) });
}
