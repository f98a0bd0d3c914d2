// Small JSON requests; an answer is always an object, with code and message when refused.

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
