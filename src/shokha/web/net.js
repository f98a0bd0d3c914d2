// The line to the server: it comes back by itself, tells how it is, and never plays a move twice.

const VERSION = 1;
const BEAT = 3000, SILENT = 9000, CONNECT = 5000;

export class Line {
  /** on: {state, answer, status, bye}; `secret` gives the right to a seat. */
  constructor(room, secret, on) {
    this.room = room;
    this.secret = secret;
    this.on = on;
    this.have = 0;
    this.tries = 0;
    this.waiting = new Map(); // commands without an answer yet, by id
    this.ended = false;
    this.salted = 0;
    for (const [target, type] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]])
      target.addEventListener(type, () => { if (document.visibilityState !== "hidden") this.check(); });
    this.timer = setInterval(() => this.check(), 1000);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    if (this.ended) return;
    this.on.status(this.tries ? "reconnecting" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    this.began = this.heard = Date.now();
    socket.onopen = () => {
      if (socket !== this.socket) return socket.close();
      socket.send(JSON.stringify({ t: "hello", v: VERSION, room: this.room, secret: this.secret, have: this.have }));
    };
    socket.onmessage = (message) => { if (socket === this.socket) this.hear(message.data); };
    socket.onclose = (event) => { if (socket === this.socket) this.lost(event.code); };
  }

  hear(text) {
    let frame;
    try { frame = JSON.parse(text); } catch { return; }
    this.heard = Date.now();
    if (frame.t === "state") {
      const first = this.tries !== 0 || !this.ready;
      this.tries = 0;
      this.ready = true;
      this.have = frame.seq;
      this.on.status("on");
      this.on.state(frame, first);
      this.share(frame);
      if (first) for (const command of this.waiting.values()) this.push(command);
    } else if (frame.t === "ok" || frame.t === "no") {
      this.waiting.delete(frame.id);
      if (frame.t === "no" && frame.code === "retry") setTimeout(() => this.again(frame.id), 1000);
      this.on.answer(frame);
    } else if (frame.t === "bye") {
      this.ended = true;
      clearInterval(this.timer);
      this.on.bye(frame);
    } else if (frame.t === "hb" && frame.seq > this.have) {
      this.socket.close(); // something was missed; hello brings it
    }
  }

  /** A share of chance for the next deal, once its commitment is known. */
  share(frame) {
    const fair = frame.table.fair;
    if (frame.seat === null || !fair || !fair.commitment || fair.deal === this.salted) return;
    this.salted = fair.deal;
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    this.push({ t: "salt", deal: fair.deal, salt: [...bytes].map((b) => b.toString(16).padStart(2, "0")).join("") });
  }

  lost(code) {
    this.socket = null;
    if (this.ended) return;
    if (code === 4001 || code === 4002 || code === 4004) {
      this.ended = true;
      clearInterval(this.timer);
      this.on.bye({ code: { 4001: "elsewhere", 4002: "no_room", 4004: "newer" }[code], message: "" });
      return;
    }
    this.tries += 1;
    this.on.status("reconnecting");
    this.retry = setTimeout(() => this.open(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)) * (0.75 + Math.random() / 2));
  }

  /** Is the line alive? A phone that slept or a dead cable shows only by silence. */
  check() {
    if (this.ended) return;
    const now = Date.now(), socket = this.socket;
    if (!socket) {
      if (navigator.onLine && document.visibilityState !== "hidden" && this.lastCheck && now - this.lastCheck > 5000) this.open();
    } else if (socket.readyState === WebSocket.CONNECTING) {
      if (now - this.began > CONNECT) this.drop();
    } else if (now - this.heard > SILENT) {
      this.drop();
    } else if (socket.readyState === WebSocket.OPEN && now - (this.beat || 0) >= BEAT) {
      this.beat = now;
      socket.send(JSON.stringify({ t: "hb", have: this.have }));
    }
    this.lastCheck = now;
  }

  drop() {
    const dead = this.socket;
    this.socket = null;
    try { dead.close(); } catch { /* already gone */ }
    this.lost(0);
  }

  /** Send a command once; the answer comes through on.answer. Returns its id. */
  command(what, more = {}) {
    const id = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
    const command = { t: "cmd", id, do: what, expect: what === "play" ? this.have : null, ...more };
    this.waiting.set(id, command);
    this.push(command);
    return id;
  }

  again(id) {
    const command = this.waiting.get(id);
    if (command) this.push(command);
  }

  push(frame) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
