/**
 * The agent's own voice on the customer's track: a speakerphone returns it. Both directions are compared as envelopes of
 * 10 ms, and the result is how loud the echo is expected to be, so that only louder sounds count as the customer's.
 *
 * C1. The echo path is a delay of {@link LEAST_DELAY_MS} to {@link MOST_DELAY_MS} and a loss of {@link LEAST_LOSS_DB} to
 *     {@link MOST_LOSS_DB}. It is known once the customer's track has followed what was played for {@link PROOF_MS} of
 *     sound, and forgotten when it does not follow it any more.
 * C2. Nothing is expected while nothing was played: the customer's own turn is never affected.
 * C3. The work for a frame has a fixed bound, some microseconds: it costs less than a message to another thread would,
 *     and the session remains a pure function of its inputs.
 */
import { BYTES_PER_MS, FRAME_BYTES } from './frames.js';
import { createNoiseFloor } from './noise-floor.js';
import { createPowerMeter } from './voice-activity.js';

const SLOT_MS = 10;
const SLOT_BYTES = SLOT_MS * BYTES_PER_MS;
const LEAST_DELAY_MS = 20;
const MOST_DELAY_MS = 640;
const FIRST_LAG = LEAST_DELAY_MS / SLOT_MS;
const LAGS = (MOST_DELAY_MS - LEAST_DELAY_MS) / SLOT_MS + 1;
const LEAST_LOSS_DB = 7;
const MOST_LOSS_DB = 45;
/** Slots that are kept, a power of two: the longest delay, and what is sent ahead. */
const KEPT = 128;
const NO_SLOT = Number.NEGATIVE_INFINITY;

/** How fast the past is forgotten: a time constant of 1.5 s. */
const KEEPS = Math.exp(-SLOT_MS / 1_500);
/** The customer's track has followed for this long, in slots with sound, before it is an echo. */
const PROOF_MS = 280;
const PROOF = PROOF_MS / SLOT_MS;
/** Correlation of envelopes that shows an echo, and the one below which there may be none any more. */
const FOLLOWS = 0.85;
const DOES_NOT_FOLLOW = 0.4;
/** A path that was not followed for this long is forgotten, in pieces of the customer's audio: people talk over an echo. */
const MOST_DOUBTS = 75;

/** Rooms reverberate: the echo fades by 1.2 dB per 10 ms. */
const FADES = 0.76;
/** The expected echo reaches this many slots beyond its delay in both directions: playback is reckoned, not measured. */
const SPREAD = 2;
/** How long a room sounds on after the agent's last sound, in slots. */
const TAIL = 15;
/** The customer is louder than the expected echo by this much (power ratio, 6 dB). */
const MARGIN = 4;
/** Share of a new measurement of the loss. */
const ADOPTS = 0.1;
/** Sound is at least this much louder than the quietest moment of the noise (power ratio, 6 dB). */
const ABOVE_NOISE = 4;
/** The audio of a gap longer than this is not compared, in slots. */
const MOST_SLOTS = 100;

/** How the agent's voice comes back. */
interface EchoPath {
  readonly delayMs: number;
  /** Loss from the audio that was sent to its echo, dB. */
  readonly lossDb: number;
}

export interface EchoMonitor {
  /** A frame of the agent's audio that plays at `atMs`. */
  played(atMs: number, mulaw: Uint8Array): void;
  /** Nothing that was reported to play at `atMs` or later does. */
  cleared(atMs: number): void;
  /**
   * Takes the customer's next audio, which was spoken at `atMs` of the same clock. Returns the power (as a PowerMeter
   * measures it) that only sounds of the customer exceed; 0: no echo is expected.
   */
  heard(atMs: number, mulaw: Uint8Array): number;
  /** The mean power of the audio that was heard last. */
  power(): number;
  /** Null: there is no echo, as far as is known. */
  path(): EchoPath | null;
}

export const createEchoMonitor = (): EchoMonitor => new EnvelopeComparison();

class EnvelopeComparison implements EchoMonitor {
  readonly #playedPower = createPowerMeter();
  readonly #heardPower = createPowerMeter();
  readonly #floor = createNoiseFloor();
  /** What was played, in a ring: the slot, its power, and its amplitude averaged with that of the slot before. */
  readonly #slots = new Float64Array(KEPT).fill(NO_SLOT);
  readonly #powers = new Float64Array(KEPT);
  readonly #amplitudes = new Float64Array(KEPT);
  /** Sums over both envelopes, by lag. */
  readonly #x = new Float64Array(LAGS);
  readonly #xx = new Float64Array(LAGS);
  readonly #xy = new Float64Array(LAGS);
  #y = 0;
  #yy = 0;
  #weight = 0;
  /** Slots with sound on the customer's track, forgotten like the sums. */
  #sound = 0;
  #lastPlayed = Number.NEGATIVE_INFINITY;
  #lastAmplitude = 0;
  /** Index of the lag, and the power ratio. */
  #lag = -1;
  #gain = 0;
  /** The expected echo in the previous slot. */
  #expected = 0;
  #doubts = 0;
  #power = 0;

  played(atMs: number, mulaw: Uint8Array): void {
    let slot = Math.round(atMs / SLOT_MS);
    for (let at = 0; at < Math.min(mulaw.length, FRAME_BYTES); at += SLOT_BYTES) {
      const power = this.#playedPower(mulaw, at, Math.min(at + SLOT_BYTES, mulaw.length));
      const amplitude = (Math.sqrt(power) + Math.sqrt(this.#powerAt(slot - 1))) / 2;
      const index = slot & (KEPT - 1);
      this.#slots[index] = slot;
      this.#powers[index] = power;
      this.#amplitudes[index] = amplitude;
      if (power > 0) this.#lastPlayed = Math.max(this.#lastPlayed, slot);
      slot += 1;
    }
  }

  cleared(atMs: number): void {
    const from = Math.round(atMs / SLOT_MS);
    for (let index = 0; index < KEPT; index += 1)
      if ((this.#slots[index] ?? NO_SLOT) >= from) this.#slots[index] = NO_SLOT;
    this.#lastPlayed = Math.min(this.#lastPlayed, from);
  }

  heard(atMs: number, mulaw: Uint8Array): number {
    const first = Math.round(atMs / SLOT_MS);
    let most = 0;
    let energy = 0;
    let slot = first;
    for (let at = 0; at < mulaw.length; at += SLOT_BYTES) {
      const to = Math.min(at + SLOT_BYTES, mulaw.length);
      const power = this.#heardPower(mulaw, at, to);
      energy += power * (to - at);
      if (slot >= first + MOST_SLOTS) continue;
      most = Math.max(most, this.#compare(slot, power));
      slot += 1;
    }
    this.#power = mulaw.length === 0 ? 0 : energy / mulaw.length;
    if (this.#mayEcho(slot - 1)) this.#judge();
    return most;
  }

  power(): number {
    return this.#power;
  }

  path(): EchoPath | null {
    if (this.#lag < 0) return null;
    return { delayMs: (this.#lag + FIRST_LAG) * SLOT_MS, lossDb: -10 * Math.log10(this.#gain) };
  }

  /** Adds a slot to the sums; returns the power that its echo may have. */
  #compare(slot: number, power: number): number {
    const noise = this.#floor.with(power, SLOT_MS);
    // C2
    if (!this.#mayEcho(slot)) {
      this.#lastAmplitude = 0;
      this.#expected = 0;
      return 0;
    }
    const isSound = power > noise * ABOVE_NOISE;
    const amplitude = isSound ? Math.sqrt(power - noise) : 0;
    // Slots of both directions do not begin at the same moment: two of them are averaged.
    const y = (amplitude + this.#lastAmplitude) / 2;
    this.#lastAmplitude = amplitude;
    this.#y = this.#y * KEEPS + y;
    this.#yy = this.#yy * KEEPS + y * y;
    this.#weight = this.#weight * KEEPS + 1;
    this.#sound = this.#sound * KEEPS + (isSound ? 1 : 0);
    this.#sumUp(slot, y);
    return this.#expect(slot);
  }

  /** Runs a hundred times a second a call, for each lag: arrays are read from local variables. */
  #sumUp(slot: number, y: number): void {
    const slots = this.#slots;
    const amplitudes = this.#amplitudes;
    const xs = this.#x;
    const xxs = this.#xx;
    const xys = this.#xy;
    for (let lag = 0; lag < LAGS; lag += 1) {
      const from = slot - FIRST_LAG - lag;
      const index = from & (KEPT - 1);
      const x = slots[index] === from ? (amplitudes[index] ?? 0) : 0;
      xs[lag] = (xs[lag] ?? 0) * KEEPS + x;
      xxs[lag] = (xxs[lag] ?? 0) * KEEPS + x * x;
      xys[lag] = (xys[lag] ?? 0) * KEEPS + x * y;
    }
  }

  #expect(slot: number): number {
    if (this.#lag < 0) return 0;
    let loudest = 0;
    for (let near = -SPREAD; near <= SPREAD; near += 1)
      loudest = Math.max(loudest, this.#powerAt(slot - FIRST_LAG - this.#lag + near));
    this.#expected = Math.max(loudest * this.#gain, this.#expected * FADES);
    return this.#expected * MARGIN;
  }

  #powerAt(slot: number): number {
    const index = slot & (KEPT - 1);
    return this.#slots[index] === slot ? (this.#powers[index] ?? 0) : 0;
  }

  /** Whether an echo of what was played may sound in a slot; once its delay is known, not for longer than that. */
  #mayEcho(slot: number): boolean {
    const lag = this.#lag < 0 ? LAGS : this.#lag + TAIL;
    return slot <= this.#lastPlayed + FIRST_LAG + lag;
  }

  /** C1 */
  #judge(): void {
    if (this.#sound < PROOF) return;
    const weight = this.#weight;
    const y = this.#y;
    const xs = this.#x;
    const xxs = this.#xx;
    const xys = this.#xy;
    let best = 0;
    /** The highest positive correlation so far, squared, but for the spread of `y`, which all lags share. */
    let most = 0;
    for (let lag = 0; lag < LAGS; lag += 1) {
      const x = xs[lag] ?? 0;
      const spread = weight * (xxs[lag] ?? 0) - x * x;
      const together = weight * (xys[lag] ?? 0) - x * y;
      if (spread <= 0 || together <= 0 || together * together <= most * spread) continue;
      most = (together * together) / spread;
      best = lag;
    }
    const spreadY = weight * this.#yy - y * y;
    const highest = spreadY <= 0 ? 0 : Math.sqrt(most / spreadY);
    this.#doubts = highest < DOES_NOT_FOLLOW ? this.#doubts + 1 : 0;
    if (highest >= FOLLOWS) this.#learn(best);
    else if (this.#doubts >= MOST_DOUBTS) this.#lag = -1;
  }

  #learn(lag: number): void {
    const x = this.#x[lag] ?? 0;
    const spreadX = this.#weight * (this.#xx[lag] ?? 0) - x * x;
    const slope = (this.#weight * (this.#xy[lag] ?? 0) - x * this.#y) / spreadX;
    const gain = slope * slope;
    const lossDb = -10 * Math.log10(gain);
    if (lossDb < LEAST_LOSS_DB || lossDb > MOST_LOSS_DB) return;
    const isNear = this.#lag >= 0 && Math.abs(this.#lag - lag) <= SPREAD;
    this.#gain = isNear ? this.#gain + (gain - this.#gain) * ADOPTS : gain;
    this.#lag = lag;
  }
}
