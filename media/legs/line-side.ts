/** Beside a call: its two voices as the browser hears them, and the browser's own where it has taken over. */
import { DomainError } from '../../schemas/errors.js';
import type { CallLine, CallLines, LineFrame, LineRequest } from '../call-line.js';
import { FRAME_BYTES } from '../frames.js';
import { createJitter } from '../jitter.js';
import type { LegSide, SideEvents } from './leg-side.js';

export const createLineSide = (lines: CallLines, request: LineRequest): LegSide =>
  new LineSide(lines, request);

class LineSide implements LegSide {
  readonly codec = 'pcmu';
  readonly voices = ['customer', 'agent'] as const;
  readonly speaks: boolean;
  readonly #lines: CallLines;
  readonly #request: LineRequest;
  readonly #jitter = createJitter();
  #line: CallLine | null = null;
  #isClosed = false;
  /** What was heard and is no whole frame yet. */
  #rest: Uint8Array = new Uint8Array(0);

  constructor(lines: CallLines, request: LineRequest) {
    this.#lines = lines;
    this.#request = request;
    this.speaks = request.purpose === 'take_over';
  }

  async open({ say, onSpeaker, onEnd }: SideEvents): Promise<void> {
    const line = await this.#lines.open(this.#request, {
      onFrame: ({ customer, agent }: LineFrame) => {
        say('customer', customer);
        say('agent', agent);
      },
      onSpeaker: (speaker) => onSpeaker(speaker.type === 'agent' ? 'agent' : speaker.me ? 'me' : 'other'),
      onEnd: (reason) => onEnd(reason === 'ended' ? 'call_ended' : 'lost'),
    });
    if (this.#isClosed) line.close();
    else this.#line = line;
  }

  listening(): void {
    // Frames come all the time.
  }

  heard(timestampMs: number, payload: Uint8Array): void {
    for (const { payload: ordered } of this.#jitter.push(timestampMs, payload)) this.#speak(ordered);
  }

  setPlayout(): void {
    // Nobody waits for what a listener has heard.
  }

  async takeOver(): Promise<void> {
    await this.#speaking().takeOver();
  }

  async handBack(note: string): Promise<void> {
    await this.#speaking().handBack(note);
  }

  pressKey(): void {
    // The keys of a call are its customer's.
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.close();
    this.#line = null;
  }

  /** @throws DomainError leg_purpose_wrong, call_not_live */
  #speaking(): CallLine {
    if (!this.speaks) throw new DomainError('leg_purpose_wrong');
    if (this.#line === null) throw new DomainError('call_not_live');
    return this.#line;
  }

  #speak(audio: Uint8Array): void {
    const joined = this.#rest.length === 0 ? audio : Buffer.concat([this.#rest, audio]);
    const whole = joined.length - (joined.length % FRAME_BYTES);
    for (let from = 0; from < whole; from += FRAME_BYTES)
      this.#line?.speak(joined.subarray(from, from + FRAME_BYTES));
    this.#rest = joined.slice(whole);
  }
}
