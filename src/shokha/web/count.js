// Scores: penalty chips with the goat at the limit, and the count that explains 2, 4 or 6.

import { cardFace, GOAT } from "./cards.js";
import { h } from "./dom.js";
import { t, tn } from "./i18n.js";
import { Replay } from "./replay.js";
import { combination, potSentence, reason, sideName } from "./words.js";

/** The count that explains 2, 4 or 6, and shows whose total moved. `room` is the screen of the room. */
export function countPanel(room, who) {
  const { table, view, seat } = room.frame, last = table.last_deal, count = view && view.count;
  const names = (all) => all.map((side) => sideName(side, room.frame, (s) => room.named(s))).join(" · ");
  const pot = table.unit === "chips" && !view?.pot_taken && room.score && room.score.e === "PotSettled" ? potSentence(room.score, who) : "";
  const why = (side) => last && last.why[side] && `${signed(last.penalties[side])} · ${reason(last.why[side])}${last.factor > 1 ? " ×2" : ""}`;
  const rows = table.standing.map((total, side) => h("li", { "data-key": `side${side}` }, h("p", {},
    h("b", {}, sideName(side, room.frame, who)), " ", count ? tn("{n} point in {tricks}", "{n} points in {tricks}", count.points[side], { tricks: tn("{n} trick", "{n} tricks", count.tricks[side]) }) : null,
    why(side) ? h("span", { class: "why" }, why(side)) : null), chips(table, total, room.moved(side))));
  const fair = table.fair && table.fair.revealed ? room.fairness.get(table.fair.revealed.deal) : undefined;
  return h("section", { class: "count-panel", "aria-label": t("The count"), "data-key": "count" },
    h("h2", {}, table.over ? t("{names} won the match.", { names: names(table.over.winners) }) : last && last.eggs ? t("Eggs: 60–60!") : t("Deal {n} is counted", { n: table.number })),
    table.over && table.over.eggs_title ? h("p", { class: "goats" }, t("{names}: goats with eggs.", { names: names(table.over.losers) })) : null,
    view && view.pot_taken ? h("p", {}, t("{name} takes the pot with {what}.", { name: room.named(view.pot_taken.seat), what: combination(view.pot_taken.what) })) : null,
    view && view.ended ? h("p", {}, view.ended.loser >= 0 ? t("{name} is left with cards and loses.", { name: room.named(view.ended.loser) }) : view.ended.winner >= 0 ? t("{name} wins the deal.", { name: room.named(view.ended.winner) }) : t("The deal is drawn.")) : null,
    h("ul", { class: "rows" }, rows),
    table.unit === "penalties" && table.target ? h("p", { class: "quiet" }, `(${t("out at {n}", { n: table.target })})`) : null,
    pot ? h("p", { class: "why" }, pot) : null,
    count && count.sums ? h("details", { "data-key": "piles" }, h("summary", {}, t("The cards, counted one by one")),
      count.piles.map((cards, side) => h("div", { class: "pile-count", "data-key": `pile${side}` }, h("b", {}, sideName(side, room.frame, who)), h("ol", {}, cards.map((card, i) => h("li", {}, cardFace(card, { small: true, shokha: table.has_shokha }), h("span", {}, count.sums[side][i]))))))) : null,
    fair === "shared" ? h("p", { class: "fair" }, t("✓ The deal is verified: nobody chose the cards."))
      : fair === "fits" ? h("p", { class: "fair" }, t("The deal fits what was promised, but this browser had no share in it."))
      : fair === false ? h("p", { class: "fair bad" }, t("✗ The deal does not match what was promised.")) : null,
    table.over ? h("button", { type: "button", "data-key": "look", onclick: () => { room.replay = new Replay(room, () => { room.replay = null; room.render(); }); room.render(); } }, t("Look at the match again")) : null,
    seat === null ? null : table.over ? h("button", { type: "button", class: "main", "data-key": "rematch", onclick: () => room.line.command("rematch") }, t("Play again"))
      : h("button", { type: "button", class: "main", "data-key": "ready", disabled: table.ready.includes(seat), onclick: () => room.line.command("ready") }, t("Next deal")));
}

const signed = (n) => (n < 0 ? `−${-n}` : `+${n}`);

/** A total, and what it has just moved by: a chip for every two penalty points, or a number. */
export function chips(table, n, moved = 0) {
  const by = moved ? h("span", { class: "moved" }, signed(moved)) : null;
  if (table.unit !== "penalties" || !table.target || table.target > 24) return h("span", { class: "chips" }, h("b", {}, n), by);
  const all = table.target / 2, chip = (i) => (i * 2 >= n ? "" : i * 2 >= n - moved ? "on new" : "on");
  return h("span", { class: "chips", role: "img", "aria-label": t("{n} of {all}", { n, all: table.target }) }, Array.from({ length: all }, (_, i) => h("i", { class: chip(i) })), h("b", { "aria-hidden": "true" }, n), by, n >= table.target ? h("span", { class: "goat", "data-picture": "goat", picture: GOAT }) : null);
}
