// Three quiet sounds made on the spot; off until somebody wants them.

import { prefs } from "./prefs.js";

let context = null;

export function sound(name) {
  if (!prefs.sound) return;
  try {
    context = context || new AudioContext();
    const [pitch, length] = { card: [320, 0.05], turn: [660, 0.14], sweep: [220, 0.1], claim: [520, 0.22], chips: [880, 0.08] }[name] || [440, 0.05];
    const tone = context.createOscillator(), gain = context.createGain();
    tone.frequency.value = pitch;
    gain.gain.setValueAtTime(0.08, context.currentTime);
    gain.gain.exponentialRampToValueAtTime(0.0001, context.currentTime + length);
    tone.connect(gain).connect(context.destination);
    tone.start();
    tone.stop(context.currentTime + length);
  } catch { /* no sound here */ }
}
