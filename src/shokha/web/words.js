// Sentences for what happened: for the log, for the live region, for the count.

import { glyph, short, suitName } from "./cards.js";
import { t, tn } from "./i18n.js";

const list = (cards) => cards.map(short).join(" ");
const BOTS = { random: "Random bot", rule: "Bot", easy: "Beginner bot", normal: "Bot", hard: "Strong bot", expert: "Strong bot", mc: "Playout bot", ismcts: "Tree bot", search: "Strong bot" };

/** What a bot is called; "" for a person. */
export const botName = (bot) => bot && t(BOTS[bot] || bot);

const COMBINATIONS = { molodka: "Molodka", moskva: "Moskva", bura: "Bura", aces: "Four aces" };

export const combination = (name) => t(COMBINATIONS[name] || name);

/** How late a hand is shown to those who watch, at such a table. */
export const later = (table) => (table.profile.game === "kozel" ? t("a trick later") : t("a turn later"));

/** One observation as a sentence, or "" when there is nothing to say. `who(seat)` names a seat. */
export function sentence(e, who, state) {
  switch (e.e) {
    case "DealStarted": case "PackDealt": return t("Deal {n}: {name} deals.", { n: e.number, name: who(e.dealer) });
    case "TrumpTurned": return e.trump < 0 ? t("There is no trump.") : t("Trump is {suit}: {card}.", { suit: suitName("shdc"[e.trump]), card: short(e.card) });
    case "DealVoided": return t("The shokha was turned up: a new deal.");
    case "Declared": return t("{name} declares {what}: {cards}.", { name: who(e.seat), what: combination(e.combination), cards: list(e.cards) });
    case "CardsReturned": return tn("{n} card goes back to {name}.", "{n} cards go back to {name}.", e.count, { name: who(e.seat) });
    case "CardsLed": return t("{name} leads {cards}.", { name: who(e.seat), cards: list(e.cards) });
    case "CardsBeat": return t("{name} beats with {cards}.", { name: who(e.seat), cards: list(e.cards) });
    case "CardsDiscarded": return e.cards.length ? t("{name} discards {cards} face down.", { name: who(e.seat), cards: list(e.cards) })
      : tn("{name} discards {n} card face down.", "{name} discards {n} cards face down.", e.count, { name: who(e.seat) });
    case "TrickTaken": return t("{name} takes the trick.", { name: who(e.seat) });
    case "CardDrawn": return e.open && e.card ? t("{name} draws the turn-up {card}.", { name: who(e.seat), card: short(e.card) }) : "";
    case "PotTaken": return t("{name} takes the pot with {what}.", { name: who(e.seat), what: combination(e.combination) });
    case "PotSettled": return potSentence(e, who);
    case "DealCounted": return t("The count: {points}.", { points: e.points.join(" – ") });
    case "DealScored": return state.table.unit === "penalties" ? t("Penalties: {list}.", { list: e.penalties.map((n, side) => `${sideName(side, state, who)}: ${n}`).join("; ") }) : "";
    case "SidesEliminated": return t("Out: {names}.", { names: e.sides.map((s) => sideName(s, state, who)).join(", ") });
    case "TrumpPicked": return t("{name}: own trump {suit}.", { name: who(e.seat), suit: suitName("shdc"[e.suit]) });
    case "SixGiven": return t("{name} gives {card} to {other}.", { name: who(e.giver), card: short(e.card), other: who(e.receiver) });
    case "CardCovered": return t("{name} beats with {cards}.", { name: who(e.seat), cards: short(e.card) });
    case "CardLed": return t("{name} leads {cards}.", { name: who(e.seat), cards: short(e.card) });
    case "CardsPickedUp": return tn("{name} picks up {n} card.", "{name} picks up {n} cards.", e.cards.length, { name: who(e.seat) });
    case "WentOut": return t("{name} is out.", { name: who(e.seat) });
    case "PileDealEnded": return e.loser >= 0 ? t("{name} is left with cards and loses.", { name: who(e.loser) }) : t("The deal is drawn.");
    case "SeatTaken": return e.name ? t("{name} sits down.", { name: e.name }) : "";
    case "BotSubstituted": return e.bot ? t("A bot plays for {name}.", { name: who(e.seat) }) : t("{name} is back.", { name: who(e.seat) });
    case "HandShown": return { now: t("{name} shows the own hand to those who watch.", { name: who(e.seat) }), late: t("{name} shows the own hand, {later}, to those who watch.", { name: who(e.seat), later: later(state.table) }) }[e.how] || t("{name} no longer shows the own hand.", { name: who(e.seat) });
    case "Said": return `${who(e.seat)}: ${e.text}`;
    case "VoteCast": return t("{name} wants a bot to play for {other}.", { name: who(e.seat), other: who(e.target) });
    default: return "";
  }
}

/** Where the pot went after a deal for money. */
export function potSentence(e, who) {
  if (e.carried) return t("A tie: the pot of {n} waits for the next deal.", { n: e.carried });
  return t("The pot goes to {names}.", { names: e.winners.map(who).join(", ") });
}

/** The name of a side: its players. */
export function sideName(side, state, who) {
  return state.table.seats.map((s, i) => (s.side === side ? who(i) : null)).filter(Boolean).join(" + ");
}

const REASONS = {
  most: "most card points: 0",
  eggs: "60–60: eggs",
  ge31: "31 or more: 2",
  gt31: "more than 31: 2",
  lt31: "30 or fewer: 4",
  le31: "31 or fewer: 4",
  no_trick: "no trick: 6",
  no_points: "no point: 6",
  flat: "fewer points: 2",
  tied_first: "tied for first",
  second: "second place: 2",
  last: "last place: 4",
  tied_last: "nobody strictly last: 2",
  ge21: "21 or more: 2",
  lt21: "20 or fewer: 4",
};

/** Why a side got its penalty. */
export const reason = (key) => t(REASONS[key] || key);

/** What everybody is waiting for. */
export function banner(state, who) {
  const { table, view, seat } = state;
  if (table.stage === "seating") return t("Waiting for players.");
  if (table.stage === "over") return t("The match is over.");
  if (table.stage === "counting") {
    const names = table.waiting.filter((s) => s !== seat).map(who);
    if (table.waiting.includes(seat)) return t("The deal is over.");
    return names.length ? t("Waiting for {names} to go on.", { names: names.join(", ") }) : t("The next deal follows.");
  }
  if (!view || view.turn === null || view.turn === undefined) return t("The cards are being dealt.");
  const mine = view.turn === seat;
  if (state.clock.window !== null && !mine) return t("{name} will lead; combinations may be declared.", { name: who(view.turn) });
  if (view.game === "kozel") {
    if (!view.owes) return mine ? t("Your lead.") : t("{name} leads.", { name: who(view.turn) });
    return mine ? tn("Your turn: play {n} card.", "Your turn: play {n} cards.", view.owes) : tn("{name} answers with {n} card.", "{name} answers with {n} cards.", view.owes, { name: who(view.turn) });
  }
  return mine ? t("Your turn.") : t("{name} to play.", { name: who(view.turn) });
}

export { glyph };
