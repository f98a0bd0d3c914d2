// Small JSON requests; an answer is always an object, with code and message when refused.

export async function post(url, body) {
  try {
    const answer = await fetch(url, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
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
