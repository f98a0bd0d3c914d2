// The line to the server: it comes back by itself, tells how it is, and never plays a move twice.

import { keepSalt, newSalt, saltOf } from "./fair.js";

const VERSION = 1;
// Milliseconds: an idle line is asked for a sign of life; late is told to the person; silent is given up; and so is a
// line that takes too long to open. A command without an answer is sent again: its number makes that harmless.
const BEAT = 2000, OWN_BEAT = 10000, LATE = 4000, SILENT = 9000, CONNECT = 5000, AGAIN = 3000, SLOW = 1500;

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
    this.frames = 0; // of this socket
    for (const [target, type] of [[window, "online"], [window, "pageshow"], [document, "visibilitychange"]])
      target.addEventListener(type, () => { if (document.visibilityState !== "hidden") this.wake(); });
    window.addEventListener("offline", () => { if (!this.ended && this.socket) this.drop(); });
    this.timer = setInterval(() => this.check(), 1000);
    this.open();
  }

  open() {
    clearTimeout(this.retry);
    if (this.ended) return;
    this.tell(this.tries ? "reconnecting" : "connecting");
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/ws`);
    this.socket = socket;
    this.frames = this.salted = 0;
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
    if (frame.n <= this.frames) return; // twice, or overtaken by a later one
    if (frame.n !== this.frames + 1) return this.drop(); // something was lost: hello brings it
    this.frames = frame.n;
    if (this.status === "late") this.tell("on");
    if (frame.t === "state") {
      const first = this.status !== "on" || !this.ready;
      this.tries = 0;
      this.ready = true;
      this.have = frame.seq;
      this.tell("on");
      this.on.state(frame, first);
      this.share(frame);
      if (first) for (const id of this.waiting.keys()) this.again(id);
    } else if (frame.t === "ok" || frame.t === "no") {
      if (frame.code !== "retry") this.waiting.delete(frame.id); // else the clock sends it again
      this.on.answer(frame);
    } else if (frame.t === "bye") {
      this.ended = true;
      clearInterval(this.timer);
      this.on.bye(frame);
    } else if (frame.t === "hb" && frame.seq > this.have) {
      this.drop(); // something was missed; hello brings it
    }
  }

  /** A share of chance for the next deal, once its commitment is known; once a socket, and always the same. */
  share(frame) {
    const fair = frame.table.fair;
    if (frame.seat === null || !fair || !fair.commitment || fair.deal === this.salted) return;
    this.salted = fair.deal;
    const salt = saltOf(this.room, fair.deal) || newSalt();
    keepSalt(this.room, fair.deal, salt);
    this.push({ t: "salt", deal: fair.deal, salt });
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
    this.tell("reconnecting");
    this.retry = setTimeout(() => this.open(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)) * (0.75 + Math.random() / 2));
  }

  /** How the line is: connecting, on, late, reconnecting. */
  tell(status) {
    if (status === this.status) return;
    this.status = status;
    this.on.status(status);
  }

  /** The page is looked at again, or the network is back: do not wait for the clock. */
  wake() {
    if (this.ended) return;
    if (!this.socket) this.open();
    else { this.check(); this.sign(); }
  }

  /** Is the line alive? A phone that slept or a dead cable shows only by silence. */
  check() {
    if (this.ended || !this.socket) return;
    const now = Date.now(), quiet = now - this.heard;
    if (this.socket.readyState === WebSocket.CONNECTING) {
      if (now - this.began > CONNECT) this.drop();
      return;
    }
    if (quiet > SILENT) return this.drop();
    if (quiet > LATE) this.tell("late");
    const since = now - (this.beat || 0);
    if (since >= OWN_BEAT || (quiet >= BEAT && since >= BEAT)) this.sign();
    for (const [id, command] of this.waiting) if (now - command.sent >= AGAIN) this.again(id);
  }

  sign() {
    this.beat = Date.now();
    this.push({ t: "hb", have: this.have });
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
    const frame = { t: "cmd", id, do: what, expect: what === "play" ? this.have : null, ...more };
    this.waiting.set(id, { frame, sent: 0, began: Date.now() });
    this.again(id);
    return id;
  }

  /** Is the server taking its time over something? */
  get isSlow() {
    return [...this.waiting.values()].some((command) => Date.now() - command.began > SLOW);
  }

  again(id) {
    const command = this.waiting.get(id);
    if (!command) return;
    command.sent = Date.now();
    this.push(command.frame);
  }

  push(frame) {
    if (this.socket && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }
}
