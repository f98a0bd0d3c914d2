// Elements from data, and a patch that keeps what has not changed: focus, scroll and running motion survive.

/** h("button", {class: "x", onclick: f, disabled: true}, "text", child, [children]) */
export function h(tag, props, ...children) {
  const el = document.createElement(tag);
  el.handlers = {};
  for (const [name, value] of Object.entries(props || {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) el.handlers[name] = value;
    else if (name === "value") el.value = value;
    else if (name === "checked") el.checked = value;
    else if (name === "vars") for (const [k, v] of Object.entries(value)) el.style.setProperty(k, v);
    else if (name === "picture") el.innerHTML = value; // our own SVG only, never text from a person
    else el.setAttribute(name, value === true ? "" : String(value));
  }
  for (const name of Object.keys(el.handlers)) el[name] = el.handlers[name];
  append(el, children);
  return el;
}

function append(el, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    el.append(child instanceof Node ? child : document.createTextNode(String(child)));
  }
}

/** Make `old` look like `fresh`, touching as little as possible. Elements are matched by data-key, then by place. */
export function patch(old, fresh) {
  if (old.nodeType !== fresh.nodeType || old.nodeName !== fresh.nodeName || keyOf(old) !== keyOf(fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType === Node.TEXT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  const isSamePicture = old.dataset.picture && old.dataset.picture === fresh.dataset.picture;
  for (const { name } of [...old.attributes]) {
    if (name === "open" && old.nodeName === "DETAILS") continue; // what somebody opened stays open
    if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  }
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const name of Object.keys(old.handlers || {})) if (!(fresh.handlers || {})[name]) old[name] = null;
  for (const [name, f] of Object.entries(fresh.handlers || {})) old[name] = f;
  old.handlers = fresh.handlers;
  if ((old.nodeName === "INPUT" || old.nodeName === "SELECT") && old !== document.activeElement) {
    if (old.value !== fresh.value) old.value = fresh.value;
    old.checked = fresh.checked;
  }
  if (isSamePicture) return old;
  patchChildren(old, fresh);
  return old;
}

function keyOf(node) {
  return node.nodeType === Node.ELEMENT_NODE ? node.getAttribute("data-key") || "" : "";
}

function patchChildren(old, fresh) {
  const keyed = new Map();
  for (const child of old.childNodes) if (keyOf(child)) keyed.set(keyOf(child), child);
  let at = old.firstChild;
  for (const wanted of [...fresh.childNodes]) {
    const key = keyOf(wanted);
    const match = key ? keyed.get(key) : at && !keyOf(at) ? at : null;
    if (match && match.parentNode === old) {
      if (match === at) at = at.nextSibling;
      else old.insertBefore(match, at);
      const done = patch(match, wanted);
      if (done !== match && at === match) at = done.nextSibling;
    } else {
      old.insertBefore(wanted, at);
    }
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}
