// Numbers and lines that pair each chosen card with the one that it beats: the rule that newcomers misread most.

import { h } from "./dom.js";
import { chosen } from "./kozel.js";

/** Draw them for what is chosen now at the table of `room`, or take them away. */
export function pairLines(room) {
  const old = room.root.querySelector(".pair-lines"), view = room.frame && room.frame.view;
  if (old) old.remove();
  const beat = view && view.game === "kozel" && view.owes && !room.replay && !room.swept ? chosen(view, room.picked, "beat") : null;
  const place = beat && room.root.querySelector(".room");
  if (!place) return;
  const box = place.getBoundingClientRect();
  const middle = (el) => { const b = el.getBoundingClientRect(); return [b.left + b.width / 2 - box.left, b.top - box.top, b.height]; };
  const dot = (x, y, n) => `<circle cx="${x}" cy="${y}" r="9"/><text x="${x}" y="${y + 5}">${n}</text>`;
  const lines = beat.pairs.map(([mine, theirs], i) => {
    const from = place.querySelector(`.hand-card[data-key="${mine}"]`), to = place.querySelector(`.play.holds [data-key="${theirs}"]`);
    if (!from || !to) return "";
    const [x1, y1] = middle(from), [x2, y2, tall] = middle(to);
    const low = y2 + tall * 0.8;
    return `<line x1="${x1}" y1="${y1}" x2="${x2}" y2="${low}"/>${dot(x1, y1, i + 1)}${dot(x2, low, i + 1)}`;
  });
  place.append(h("div", { class: "pair-lines", "aria-hidden": "true", "data-picture": "lines", picture: `<svg width="${box.width}" height="${box.height}">${lines.join("")}</svg>` }));
}
