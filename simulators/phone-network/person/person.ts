/**
 * A person who answers the phone without a script: lets the caller speak first, asks questions, answers, and says goodbye.
 *
 * P1. A person begins to speak only after {@link POLITE_MS} of silence, and stops when the caller speaks meanwhile for {@link YIELD_MS}.
 * P2. What they say depends on their number and on what they hear: their next line, or an answer to words they understood.
 * P3. A conversation is bounded: at most {@link MAX_LINES} lines, and {@link LONGEST_MS}; then they say goodbye.
 * P4. After a goodbye they hang up, once the caller is silent or after {@link LEAVE_MS}.
 */
import type { CalleeVoice } from '../callee-voice.js';
import { LINE, linesOf, understand, wantOf } from './lines.js';
import type { Ear, PersonSenses } from './senses.js';

/** Silence of the caller before a person speaks, ms. */
const POLITE_MS = 900;
/** A person stops when the caller has talked over them for this long, ms. */
const YIELD_MS = 300;
/** A person asks whether the caller is there after this long without a word: from the start, and after a line of their own, ms. */
const NOBODY_MS = 4_000;
const UNANSWERED_MS = 9_000;
/** How often. */
const MAX_REMINDERS = 2;
const MAX_REPEATS = 2;
const MAX_LINES = 12;
const LONGEST_MS = 120_000;
/** Silence after a goodbye, and the longest that a person then stays on the line, ms. */
const SILENT_MS = 2_000;
const LEAVE_MS = 8_000;
/** A person whose voice fails hangs up after this long, ms. */
const VOICELESS_MS = 30_000;

export interface PersonOptions {
  /** The number of the phone, E.164. */
  readonly number: string;
  readonly senses: PersonSenses;
  readonly voice: CalleeVoice;
  /** ms since the call was answered. */
  readonly callClock: () => number;
  readonly hangUp: () => void;
}

export interface Person {
  /** What the phone plays: 20 ms of µ-law, silence included. */
  hear(frame: Uint8Array): void;
  /** Called every 20 ms of an open stream; `isHearing`: whether the caller is heard. */
  tick(isHearing: boolean): void;
  /** A stream has opened: restarts the measurement of silence. */
  lineOpened(): void;
  /** The call has ended, or the person does something else from now on. */
  close(): void;
}

/** The lines are synthesised from now on. */
export const createPerson = (options: PersonOptions): Person => new ListeningPerson(options);

class ListeningPerson implements Person {
  readonly #options: PersonOptions;
  readonly #ownVoice: number;
  readonly #audio = new Map<string, Buffer>();
  #isVoiceless = false;
  /** The lines of the plan that are left. */
  #plan: readonly string[];
  #ear: Ear | null;
  /** The words of each stretch of speech since this person's last line. */
  #words: readonly string[] = [];
  /** When the caller began to speak since this person's last line, on the call's clock, ms. */
  #heardAt: number | null = null;
  #silentSince: number | null = null;
  #talkedOverSince: number | null = null;
  /** The line that is to be said next. */
  #pending: string | null = null;
  #last: string | null = null;
  #lines = 0;
  #reminders = 0;
  #repeats = 0;
  /** When the goodbye was decided. */
  #leftAt: number | null = null;

  constructor(options: PersonOptions) {
    const { number, senses } = options;
    const { plan, voice } = linesOf(number, senses.voices);
    this.#options = options;
    this.#plan = plan;
    this.#ownVoice = voice;
    this.#ear = senses.listen((words) => {
      this.#words = [...this.#words, words];
    });
    void this.#prepare([...plan, LINE.goodbye, LINE.farewell, LINE.stillThere]);
  }

  hear(frame: Uint8Array): void {
    this.#ear?.hear(frame);
  }

  lineOpened(): void {
    this.#silentSince = null;
  }

  close(): void {
    this.#ear?.close();
    this.#ear = null;
  }

  tick(isHearing: boolean): void {
    const { callClock, hangUp } = this.#options;
    const now = callClock();
    if (this.#isSpeaking(now, isHearing)) return;
    if (isHearing) {
      this.#heardAt ??= now;
      this.#silentSince = null;
    } else this.#silentSince ??= now;
    const quietMs = this.#silentSince === null ? 0 : now - this.#silentSince;
    if (now >= LONGEST_MS + LEAVE_MS || (this.#isVoiceless && now >= VOICELESS_MS)) hangUp();
    else if (this.#isVoiceless) return;
    else if (this.#pending !== null) this.#begin(this.#pending, quietMs);
    else if (this.#leftAt !== null) {
      if (quietMs >= SILENT_MS || now - this.#leftAt >= LEAVE_MS) hangUp();
    } else if (this.#heardAt === null) this.#remind(quietMs);
    else if (quietMs >= POLITE_MS) this.#respond(now);
  }

  /** P1: stops when the caller talks over this person. */
  #isSpeaking(now: number, isHearing: boolean): boolean {
    const { voice } = this.#options;
    if (!voice.speaking()) return false;
    this.#talkedOverSince = isHearing ? (this.#talkedOverSince ?? now) : null;
    this.#silentSince = null;
    if (this.#talkedOverSince === null || now - this.#talkedOverSince < YIELD_MS) return true;
    voice.stop();
    this.#heardAt = this.#talkedOverSince;
    this.#talkedOverSince = null;
    return false;
  }

  /** P1: waits for its audio, and for silence. */
  #begin(text: string, quietMs: number): void {
    const sound = this.#audio.get(text);
    if (sound === undefined || quietMs < POLITE_MS) return;
    this.#options.voice.say(sound, text);
    this.#pending = null;
    this.#silentSince = null;
    this.#talkedOverSince = null;
    this.#heardAt = null;
    this.#words = [];
  }

  #say(text: string): void {
    void this.#prepare([text], true);
    this.#pending = text;
    this.#last = text;
    this.#lines += 1;
  }

  #leave(text: string, now: number): void {
    this.#say(text);
    this.#leftAt = now;
  }

  #sayNext(now: number): void {
    const [next, ...others] = this.#plan;
    this.#plan = others;
    if (next === undefined) this.#leave(LINE.farewell, now);
    else this.#say(next);
  }

  /** P2, P3 */
  #respond(now: number): void {
    const understood = understand(this.#words);
    if (understood === 'goodbye' || this.#lines >= MAX_LINES || now >= LONGEST_MS)
      return this.#leave(LINE.goodbye, now);
    switch (understood) {
      case 'are you there':
        return this.#last === null ? this.#sayNext(now) : this.#say(LINE.stillThere);
      case 'anything else':
        // A question that is left is asked first; the rest of the plan is settled.
        this.#plan = this.#plan.slice(-1);
        return this.#plan.length > 0 ? this.#sayNext(now) : this.#say(LINE.nothingElse);
      case 'how can I help':
        // Called back, as it were: this person has a request instead of the first two lines.
        if (this.#last !== null) return this.#sayNext(now);
        this.#plan = this.#plan.slice(2);
        return this.#say(wantOf(this.#options.number));
      case 'say again':
        this.#repeats += 1;
        return this.#last === null || this.#repeats > MAX_REPEATS
          ? this.#sayNext(now)
          : this.#say(this.#last);
      case null:
        return this.#sayNext(now);
      default:
        throw new Error(`unknown: ${JSON.stringify(understood satisfies never)}`);
    }
  }

  #remind(quietMs: number): void {
    if (quietMs < (this.#last === null ? NOBODY_MS : UNANSWERED_MS)) return;
    this.#reminders += 1;
    if (this.#reminders > MAX_REMINDERS) this.#leave(LINE.goodbye, this.#options.callClock());
    else this.#say(this.#last === null ? LINE.nobodySpeaks : LINE.areYouThere);
  }

  /** A voice that fails is tried again when its line is due. */
  async #prepare(texts: readonly string[], isDue = false): Promise<void> {
    try {
      for (const text of texts) {
        if (this.#audio.has(text)) continue;
        this.#audio.set(text, Buffer.from(await this.#options.senses.speak(text, this.#ownVoice)));
      }
    } catch {
      this.#isVoiceless = isDue;
    }
  }
}
