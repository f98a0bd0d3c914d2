// The versions that the server knows, asked for once, and the bots of each game.

import { get } from "./http.js";

let cached = null;

export async function profiles() {
  cached = cached || (await get("/api/profiles"));
  if (!cached.profiles) { const failed = cached; cached = null; return { profiles: [], bots: {}, ...failed }; }
  return cached;
}

/** The bots of a game that people choose from, weakest first. */
export const levels = (bots, game) => ["random", "easy", "rule", "hard", "search"].filter((name) => (bots[game] || []).includes(name) && (name !== "random" || game !== "kozel"));
