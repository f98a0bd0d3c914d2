// Words: the English text is the key, as in gettext; catalogues come from the server, made from its .po files.

import { prefs } from "./prefs.js";

let catalogue = {};
let plural = new Intl.PluralRules("en");
let forms = ["one", "other"];
export let language = "en";
export let available = ["en"]; // languages that have a catalogue

/** Load the catalogue of the language that is preferred among those that there are. */
export async function loadWords() {
  const wanted = prefs.language || (navigator.languages || ["en"]).map((l) => l.slice(0, 2)).join(",") || "en";
  try {
    const answer = await fetch(`/api/words/${wanted}`);
    const words = await answer.json();
    catalogue = words.messages;
    forms = words.forms;
    language = words.language;
    available = words.available;
  } catch {
    catalogue = {};
    language = "en";
  }
  plural = new Intl.PluralRules(language);
  document.documentElement.lang = language;
}

/** t("{n} cards", {n: 2}) */
export function t(text, args) {
  const found = catalogue[text];
  return fill(typeof found === "string" && found ? found : text, args);
}

/** tn("{n} card", "{n} cards", 2) */
export function tn(one, many, n, args) {
  const found = catalogue[one];
  const form = forms.indexOf(plural.select(n));
  const text = Array.isArray(found) ? found[form < 0 ? found.length - 1 : form] : n === 1 ? one : many;
  return fill(text || many, { n, ...args });
}

function fill(text, args) {
  return args ? text.replace(/\{(\w+)\}/g, (whole, name) => (name in args ? String(args[name]) : whole)) : text;
}
