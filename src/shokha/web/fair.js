// Checking a deal: the commitment, and the deck that the revealed shares make (docs/protocol.md).

const encoder = new TextEncoder();
const hex = (buffer) => [...new Uint8Array(buffer)].map((b) => b.toString(16).padStart(2, "0")).join("");

/** This browser's share of chance: 16 bytes that nobody could know before. */
export const newSalt = () => hex(crypto.getRandomValues(new Uint8Array(16)));

const place = (room, deal) => `shokha.salt.${room}.${deal}`;

export function keepSalt(room, deal, salt) {
  try { sessionStorage.setItem(place(room, deal), salt); } catch { /* no storage: the deal cannot be checked in full */ }
}

export function saltOf(room, deal) {
  try { return sessionStorage.getItem(place(room, deal)) || ""; } catch { return ""; }
}

/** The deck in dealing order for a seed, a deal number and a pack of ascending card numbers. */
export async function deckOf(seed, number, pack, attempt = 0) {
  const key = await crypto.subtle.importKey("raw", encoder.encode(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const cards = [...pack];
  for (let i = cards.length - 1; i > 0; i--) {
    const j = await below(key, i + 1, `deck ${number} ${attempt} ${i}`);
    [cards[i], cards[j]] = [cards[j], cards[i]];
  }
  return cards;
}

async function below(key, n, label) {
  const limit = (1n << 64n) - ((1n << 64n) % BigInt(n));
  for (let counter = 0; ; counter++) {
    const block = new DataView(await crypto.subtle.sign("HMAC", key, encoder.encode(`${label} ${counter}`)));
    for (let at = 0; at < 32; at += 8) {
      const word = block.getBigUint64(at);
      if (word < limit) return Number(word % BigInt(n));
    }
  }
}

const RANKS = ["6", "7", "8", "9", "J", "Q", "K", "10", "A"];
const nameOf = (card) => RANKS[card % 9] + "shdc"[Math.floor(card / 9)];

/**
 * Does the revealed deal fit what was promised (`committed`) and what this seat was dealt (`first`)? "shared" when this
 * browser's own salt went into it, so that nobody can have chosen the cards; "fits" when it did not; false when it does
 * not fit; null when this browser knows too little to say.
 */
export async function verify(room, revealed, committed, first, dealt) {
  const promise = hex(await crypto.subtle.digest("SHA-256", encoder.encode(`shokha-deal-1 ${room} ${revealed.deal} ${revealed.server}`)));
  if (promise !== revealed.commitment || (committed && committed !== promise)) return false;
  if (!first || !dealt.pack) return null;
  const deck = await deckOf([revealed.server, ...revealed.salts].join(" "), revealed.number, dealt.pack, dealt.attempt);
  const mine = new Set();
  for (let i = dealt.place; i < dealt.cards; i += dealt.players) mine.add(nameOf(deck[i]));
  if (first.length !== mine.size || !first.every((card) => mine.has(card))) return false;
  const salt = saltOf(room, revealed.deal);
  return salt && committed && revealed.salts.includes(salt) ? "shared" : "fits";
}
