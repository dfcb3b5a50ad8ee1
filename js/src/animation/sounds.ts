import { store, stored } from "./device_storage";
import type { Schedule } from "./schedule";

/** Set by the user for this device. */
const KEY = "adaptoid sound";
const VOLUME = 0.16;
/** The frequencies of the end of a game. */
const CHORD = [392, 494, 587];

let output: { context: AudioContext; gain: GainNode } | undefined;
/** The tones that have not ended. */
const tones = new Set<OscillatorNode>();

export function areSoundsOn(): boolean {
  return stored(KEY) !== null;
}

export function switchSounds(on: boolean): void {
  store(KEY, on ? "on" : null);
  if (on) blip(0);
  else stopSounds();
}

/** Plays the sounds of a turn, one for each event. */
export function playSounds({ arrivals, hit, grow, feed, total }: Schedule, isEnd: boolean): void {
  for (const ms of arrivals) tone(ms, 330, 250, 70);
  if (hit) tone(hit.start, 190, 65, 200, 1);
  if (grow) blip(grow.start);
  if (feed) tone(feed.start, 350, 150, 320);
  if (isEnd) for (const [i, pitch] of CHORD.entries()) tone(total + 110 * i, pitch, pitch, 480);
}

/** The sound of a growth. */
function blip(ms: number): void {
  tone(ms, 440, 640, 170);
}

export function stopSounds(): void {
  for (const oscillator of tones) oscillator.stop();
  tones.clear();
}

/** A tone that glides from one frequency to another and fades away. */
function tone(ms: number, from: number, to: number, length: number, gain = 0.5): void {
  const destination = opened();
  if (!destination) return;
  const { context } = destination;
  const [start, end] = [context.currentTime + ms / 1000, context.currentTime + (ms + length) / 1000];
  const oscillator = new OscillatorNode(context, { type: "triangle" });
  const envelope = new GainNode(context, { gain: 0 });
  oscillator.frequency.setValueAtTime(from, start);
  oscillator.frequency.exponentialRampToValueAtTime(to, end);
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(gain, start + 0.012);
  envelope.gain.exponentialRampToValueAtTime(0.001, end);
  oscillator.connect(envelope).connect(destination.gain);
  oscillator.onended = () => tones.delete(oscillator);
  oscillator.start(start);
  oscillator.stop(end);
  tones.add(oscillator);
}

/** The output for sounds; none before the user has touched the page, since browsers allow none until then. */
function opened(): typeof output {
  if (!globalThis.AudioContext || navigator.userActivation?.hasBeenActive === false) return undefined;
  if (!output) {
    const context = new AudioContext();
    output = { context, gain: new GainNode(context, { gain: VOLUME }) };
    output.gain.connect(context.destination);
  }
  if (output.context.state === "suspended") void output.context.resume();
  return output;
}
