/** The operator's side of a call: its two voices as the browser hears them, and the browser's own once it has taken over. */
import { setTimeout as delay } from 'node:timers/promises';
import { isTerminal, type VoiceCallStatus } from '../../schemas/calls/voice-call.js';
import { DomainError } from '../../schemas/errors.js';
import { FRAME_BYTES } from '../audio/frames.js';
import { createJitter } from '../audio/jitter.js';
import type { CallLine, CallLines, LineFrame, LineRequest } from '../operators/call-line.js';
import type { LegSide, SideEvents } from './leg-side.js';

export interface LineSideDeps {
  readonly lines: CallLines;
  /** ms, monotonic */
  readonly now: () => number;
  /** Status of the call. @throws DomainError call_not_found */
  readonly status: () => Promise<VoiceCallStatus>;
}

/**
 * A live call may have no media at the moment: it is ringing, its stream is about to open, or its session is moving to
 * another node. A leg waits this long for it, ms; then the page retries.
 */
const MEDIA_WAIT_MS = 5_000;
const CHECK_EVERY_MS = 250;

export const createLineSide = (deps: LineSideDeps, request: LineRequest): LegSide =>
  new LineSide(deps, request);

class LineSide implements LegSide {
  readonly codec = 'pcmu';
  readonly voices = ['customer', 'agent'] as const;
  readonly speaks: boolean;
  readonly #deps: LineSideDeps;
  readonly #request: LineRequest;
  readonly #jitter = createJitter();
  #line: CallLine | null = null;
  #isClosed = false;
  /** Audio that is not a whole frame yet. */
  #rest: Uint8Array = new Uint8Array(0);

  constructor(deps: LineSideDeps, request: LineRequest) {
    this.#deps = deps;
    this.#request = request;
    this.speaks = request.purpose === 'take_over';
  }

  async open(events: SideEvents): Promise<void> {
    const line = await this.#reach(events);
    if (this.#isClosed) line.close();
    else this.#line = line;
  }

  listening(): void {
    // Frames arrive all the time.
  }

  heard(timestampMs: number, payload: Uint8Array): void {
    for (const { payload: ordered } of this.#jitter.push(timestampMs, payload)) this.#speak(ordered);
  }

  setPlayout(): void {
    // Nothing depends on what a listener has heard.
  }

  async takeOver(): Promise<void> {
    await this.#speaking().takeOver();
  }

  async handBack(note: string): Promise<void> {
    await this.#speaking().handBack(note);
  }

  pressKey(): void {
    // Only the customer of a call presses its keys.
  }

  close(): void {
    this.#isClosed = true;
    this.#line?.close();
    this.#line = null;
  }

  /** @throws DomainError call_not_live: the call has ended; not_ready: its media is not there yet; and as {@link CallLines} */
  async #reach({ say, onSpeaker, onEnd }: SideEvents): Promise<CallLine> {
    const { lines, now, status } = this.#deps;
    const until = now() + MEDIA_WAIT_MS;
    for (;;) {
      try {
        return await lines.open(this.#request, {
          onFrame: ({ customer, agent }: LineFrame) => {
            say('customer', customer);
            say('agent', agent);
          },
          onSpeaker: (speaker) => onSpeaker(speaker.type === 'agent' ? 'agent' : speaker.me ? 'me' : 'other'),
          onEnd: (reason) => onEnd(reason === 'ended' ? 'call_ended' : 'lost'),
        });
      } catch (error) {
        if (!(error instanceof DomainError) || error.code !== 'call_not_live') throw error;
        if (isTerminal(await status())) throw error;
        if (this.#isClosed || now() >= until) throw new DomainError('not_ready');
      }
      await delay(CHECK_EVERY_MS, undefined, { ref: false });
    }
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
