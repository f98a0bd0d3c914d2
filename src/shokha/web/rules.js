// The rules of a version beside the table: differences first, then every setting with its sentence.

import { h } from "./dom.js";
import { t } from "./i18n.js";
import { get } from "./http.js";
import { dialog } from "./settings.js";

let cached = null;

export async function profiles() {
  cached = cached || (await get("/api/profiles"));
  if (!cached.profiles) { const failed = cached; cached = null; return { profiles: [], bots: {}, ...failed }; }
  return cached;
}

const row = (s) => h("li", {}, h("b", {}, s.name, " = ", s.value, s.decided ? " *" : ""), h("span", {}, " ", t(s.meaning)), h("span", { class: "rule" }, " ", s.rules));

export function rulesDialog(id, close) {
  const list = h("div", { "data-key": "rules" }, t("Loading…"));
  profiles().then((all) => {
    const p = all.profiles.find((one) => one.id === id);
    if (!p) { list.textContent = all.message || "?"; return; }
    const differ = p.settings.filter((s) => s.differs);
    list.replaceChildren(h("p", {}, p.source), differ.length ? h("h3", {}, t("Different from {base}", { base: p.base })) : "", h("ul", { class: "rule-list" }, differ.map(row)), h("h3", {}, t("All settings")), h("ul", { class: "rule-list" }, p.settings.filter((s) => !s.differs).map(row)), h("p", {}, t("* decided by us: the source does not say.")));
  });
  list.dataset.picture = `rules ${id}`;
  return dialog(t("Rules of this version"), close, list);
}
