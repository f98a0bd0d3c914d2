// Small JSON requests; an answer is always an object, with code and message when refused.

/** What this browser keeps under a name; damaged or missing, it is `otherwise`. */
export function kept(key, otherwise) {
  try { return JSON.parse(localStorage.getItem(key)) || otherwise; } catch { return otherwise; }
}

export const post = (url, body) => send(url, JSON.stringify(body), "application/json");

export async function send(url, body, type) {
  try {
    const answer = await fetch(url, { method: "POST", headers: { "content-type": type }, body });
    return await answer.json();
  } catch {
    return { code: "offline", message: "The server does not answer." };
  }
}

export async function get(url) {
  try {
    return await (await fetch(url)).json();
  } catch {
    return { code: "offline", message: "The server does not answer." };
  }
}
