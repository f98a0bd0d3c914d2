// The rules beside the table: what makes this version, and the rule book, where every number leads.

import { h } from "./dom.js";
import { language, t } from "./i18n.js";
import { get } from "./http.js";
import { dialog } from "./settings.js";
import { profiles } from "./versions.js";

/** Numbers of rules, "A24 A25", as buttons that open the rule book. */
export function ruleLinks(numbers, look) {
  return h("span", { class: "rule" }, numbers.split(" ").filter(Boolean).map((number) =>
    h("button", { type: "button", class: "rule-link", "aria-label": t("Rule {number}", { number }), onclick: () => look(number) }, number)));
}

/** One setting: its meaning first, then its value, then the rules it belongs to. */
export const settingRow = (s, look) => h("li", {}, t(s.meaning), " ", h("b", {}, valueOf(s), s.decided ? " *" : ""), " ", ruleLinks(s.rules, look));

export const valueOf = (s, value = s.value) => t(s.words[value] || value);

/** Who told the rules of a version. */
export const source = (p) => h("p", { class: "quiet" }, t("Source: {source}", { source: t(p.source) }));

/** What is played at this table: house rules ("target=4") first, then what makes the version. `look(number)` opens the rule book. */
export function rulesDialog({ id, house = [] }, close, look) {
  const list = h("div", { "data-key": "rules" }, t("Loading…"));
  profiles().then((all) => {
    const p = all.profiles.find((one) => one.id === id);
    if (!p) { list.textContent = all.message || "?"; return; }
    const changed = new Map(house.map((item) => [item.slice(0, item.indexOf("=")), item.slice(item.indexOf("=") + 1)]));
    const own = p.settings.filter((s) => changed.has(s.name)).map((s) => ({ ...s, value: changed.get(s.name), decided: false })), rest = p.settings.filter((s) => !changed.has(s.name));
    const base = all.profiles.find((one) => one.id === p.base), differ = rest.filter((s) => s.differs);
    list.replaceChildren(source(p),
      h("button", { type: "button", class: "small", "data-key": "to-book", onclick: () => look(p.rules.split(" ")[0]) }, t("Rule book")),
      own.length ? h("h3", {}, t("House rules")) : "", h("ul", { class: "rule-list" }, own.map((s) => settingRow(s, look))),
      differ.length ? h("h3", {}, t("Different from {base}", { base: t(base.title) })) : "", h("ul", { class: "rule-list" }, differ.map((s) => settingRow(s, look))),
      h("h3", {}, t("All settings")), h("ul", { class: "rule-list" }, rest.filter((s) => !s.differs).map((s) => settingRow(s, look))),
      h("p", { class: "quiet" }, t("* decided by us: the source does not say.")));
  });
  list.dataset.picture = `rules ${id}`;
  return dialog(t("Rules of this version"), close, list);
}

/** The rule book, open at a rule ("A14") or at the first rule of a version ("D"). */
export function rulebookDialog(number, close) {
  const list = h("div", { "data-key": "book" }, t("Loading…"));
  list.dataset.picture = `book ${number}`;
  get(`/api/rulebook/${language}`).then((book) => {
    if (!Array.isArray(book)) { list.textContent = t("The server does not answer."); return; }
    const section = (part, i) => h("section", { id: `book-${i}`, tabindex: "-1" }, h("h3", {}, part.title),
      part.rules.map(([id, text]) => h("p", { id: `rule-${id}`, tabindex: "-1", class: id === number ? "asked" : "" }, h("b", {}, id), " ", h("span", { picture: text }))));
    const show = (id) => { const el = list.querySelector(`[id="${id}"]`); if (el) { el.focus({ preventScroll: true }); el.scrollIntoView({ block: "start" }); } };
    list.replaceChildren(h("nav", { class: "contents", "aria-label": t("Contents") }, book.map((part, i) => h("button", { type: "button", class: "small", onclick: () => show(`book-${i}`) }, part.title))), ...book.map(section));
    const chapter = book.findIndex((part) => part.rules.some(([id]) => id === `${number}1`)); // of a letter
    if (number) show(chapter < 0 ? `rule-${number}` : `book-${chapter}`);
  });
  return dialog(t("Rule book"), close, list);
}
