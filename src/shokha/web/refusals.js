// Refusals in the reader's language, by their code; the server's own English sentence says more where it is understood.

import { language, t } from "./i18n.js";

const REFUSALS = {
  auto_win: "This combination wins its trick: all your cards go face down.",
  bad_record: "This record cannot be read, or the rules contradict it.",
  deal_over: "The deal is over.",
  does_not_beat: "That card does not beat the top of the pile.",
  foreign_origin: "This request comes from another site.",
  incomplete_record: "Only a complete record can be gone on with; this one holds what one seat or the public saw.",
  lead_size: "A lead of that size is not allowed here.",
  lead_too_large: "Another player holds fewer cards than that.",
  must_beat: "First beat the top card, or take the pile.",
  must_cover: "A card may only be led after the top card has been covered.",
  must_lead: "You are on lead: lead a card.",
  must_lead_on: "After covering you must lead a card too.",
  must_play: "Nobody may pass a trick: beat it, or discard face down.",
  no_cards: "Name at least one card.",
  no_claim: "That cannot be claimed now.",
  no_name: "A name is needed, with at least one visible character.",
  no_pairing: "These cards do not beat what lies there: each of its cards needs one of yours that beats it.",
  no_pass: "Nobody may pass: lead, cover the top card, or pick up.",
  no_pile: "The table is empty: there is nothing to take, so lead a card.",
  no_seat: "That is not a seat of yours.",
  no_such_code: "That code is not valid, or no longer.",
  no_such_deal: "There is no such deal.",
  no_such_room: "There is no such room.",
  no_such_seat: "There is no such seat.",
  not_a_combination: "That cannot be declared now: no window is open for it.",
  not_in_hand: "You do not hold that card.",
  not_now: "That is not possible just now.",
  not_seated: "Nobody sits there.",
  not_your_turn: "It is not your turn.",
  nothing_said: "There is nothing to say in that.",
  nothing_to_cover: "There is nothing to cover: lead one card.",
  offline: "The server does not answer.",
  one_card: "One card is led at a time.",
  other_rules: "These are not the rules of this table.",
  pick_first: "First pick your trump suit.",
  refused: "That did not work.",
  retry: "The table could not be saved just now. It is tried again.",
  same_card: "One card cannot be both the cover and the lead.",
  say_beat_or_discard: "Say which: beat face up, or discard face down.",
  seat_taken: "Somebody already sits there.",
  seats_empty: "Every seat must be taken by a person or a bot.",
  shokha_unbeatable: "A group with the shokha cannot be beaten.",
  short_hand: "You hold fewer cards than were led: discard all of them.",
  stale: "Something has happened meanwhile; look again.",
  suit_taken: "Somebody has that suit already: pick another one.",
  too_fast: "Too fast. Wait a moment.",
  too_large: "That is too large.",
  too_late: "That can no longer be declared: the trick has begun.",
  too_many_rooms: "Too many rooms from here; wait a while.",
  two_suits: "A lead is of one suit.",
  unknown_action: "There is no such action in this game.",
  unknown_bot: "There is no such bot.",
  unknown_card: "There is no such card in this game.",
  unknown_combination: "There is no such combination.",
  unknown_command: "There is no such command.",
  unreadable: "That cannot be read.",
  watching: "You are watching; take a seat to play.",
  whole_pile: "The whole pile is taken, nothing less.",
  window_open: "First answer: declare, or pass.",
  wrong_count: "Play exactly as many cards as were led.",
};

/** The sentence for an answer with `code` and `message`; wishes that contradict each other come as templates and facts. */
export function refusal(answer) {
  if (answer.said) return answer.said.map(([text, facts]) => t(text, facts)).join(" ");
  const known = REFUSALS[answer.code];
  if (answer.code === "refused") return `${language === "en" ? "" : t(known)} ${answer.message}`.trim(); // only the message says why
  return (language === "en" || !known ? answer.message : t(known)) || (known ? t(known) : "");
}
