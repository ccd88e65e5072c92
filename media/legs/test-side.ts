/**
 * The caller's place of a test call. To the call's media it is a carrier's socket (media-host.ts), so the session is the
 * same as on the telephone. Frames wait in a queue that the pacing clock empties, and marks are echoed once the browser
 * has heard the audio before them (leg-queue.ts).
 */
import { setTimeout as delay } from 'node:timers/promises';
import { forLeg, fromLeg } from '../../providers/carriers/browser/media-dialect.js';
import { BROWSER_CARRIER } from '../../schemas/calls/leg.js';
import type { LegEndReason } from '../../schemas/calls/leg-signalling.js';
import type { VoiceCallStatus } from '../../schemas/calls/voice-call.js';
import { DomainError } from '../../schemas/errors.js';
import type { PacingClock } from '../audio/pacing-clock.js';
import type { MediaConnection, MediaHost, MediaSocket } from '../media-host.js';
import { createLegQueue, type LegQueue } from './leg-queue.js';
import type { LegSide, SideEvents } from './leg-side.js';

export interface TestSideDeps {
  readonly businessId: string;
  readonly callId: string;
  readonly mediaHost: Pick<MediaHost, 'open'>;
  readonly clock: Pick<PacingClock, 'add'>;
  /** ms, monotonic */
  readonly now: () => number;
  /** Status of the call. @throws DomainError call_not_found */
  readonly status: () => Promise<VoiceCallStatus>;
}

/** How long a caller waits for a queued call to get its line, ms. */
const LINE_WAIT_MS = 60_000;
const CHECK_EVERY_MS = 250;

export const createTestSide = (deps: TestSideDeps): LegSide => new TestSide(deps);

class TestSide implements LegSide {
  readonly codec = 'opus';
  readonly voices = ['agent'] as const;
  readonly speaks = true;
  readonly #deps: TestSideDeps;
  #events: SideEvents | null = null;
  #queue: LegQueue | null = null;
  #connection: MediaConnection | null = null;
  #removeTick: () => void = () => undefined;
  #isListening = false;
  #isJoining = false;
  #isClosed = false;

  constructor(deps: TestSideDeps) {
    this.#deps = deps;
  }

  async open(events: SideEvents): Promise<void> {
    this.#events = events;
    const status = await this.#deps.status();
    if (status !== 'queued' && status !== 'ringing' && status !== 'answered')
      throw new DomainError('call_not_live');
    // On a test call the speaker never changes.
    events.onSpeaker('agent');
  }

  listening(): void {
    this.#isListening = true;
  }

  /** The call starts with the first audio of the browser, when both directions are up. */
  heard(timestampMs: number, payload: Uint8Array): void {
    if (!this.#isListening || this.#isClosed) return;
    if (!this.#isJoining) void this.#join();
    this.#connection?.onText(fromLeg.media(timestampMs, payload));
  }

  setPlayout(delayMs: number): void {
    this.#queue?.setPlayout(delayMs);
  }

  async takeOver(): Promise<void> {
    throw new DomainError('leg_purpose_wrong');
  }

  async handBack(): Promise<void> {
    throw new DomainError('leg_purpose_wrong');
  }

  pressKey(digit: string): void {
    this.#connection?.onText(fromLeg.key(digit));
  }

  close(inOrder: boolean): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#removeTick();
    const connection = this.#connection;
    this.#connection = null;
    // After a final stop the session waits no longer; without it, it waits for a socket to come back.
    if (inOrder) connection?.onText(fromLeg.stop());
    connection?.onClose(inOrder ? 1000 : 1006);
  }

  async #join(): Promise<void> {
    this.#isJoining = true;
    try {
      await this.#line();
    } catch (error) {
      return this.#end(error instanceof DomainError ? 'call_ended' : 'lost');
    }
    if (this.#isClosed) return;
    const { businessId, callId, mediaHost } = this.#deps;
    let refused: number | null = null;
    const socket: MediaSocket = {
      send: (message) => this.#hear(message),
      cork: (work) => work(),
      close: (code) => {
        refused = code;
        // Reports its end as a socket does: later.
        setImmediate(() => this.#onClosed(code));
      },
      bufferedBytes: () => 0,
    };
    const connection = mediaHost.open({ carrier: BROWSER_CARRIER, businessId, callId }, socket);
    if (refused !== null) return;
    this.#connection = connection;
    connection.onText(fromLeg.start(callId));
  }

  /** Resolves once the call has its line. @throws DomainError call_not_live, call_not_found */
  async #line(): Promise<void> {
    const until = this.#deps.now() + LINE_WAIT_MS;
    for (;;) {
      const status = await this.#deps.status();
      if (status === 'ringing' || status === 'answered') return;
      if (status !== 'queued' || this.#isClosed || this.#deps.now() >= until)
        throw new DomainError('call_not_live');
      await delay(CHECK_EVERY_MS, undefined, { ref: false });
    }
  }

  /** Takes what the session sends. */
  #hear(message: string | Uint8Array): boolean {
    if (this.#isClosed) return false;
    const queue = this.#queue ?? this.#begin();
    const command = forLeg(message);
    if (command.type === 'media') return queue.push(command.payload);
    if (command.type === 'mark') queue.mark(command.name);
    else queue.clear();
    return true;
  }

  /** Created with the first frame: the clock then runs the session first, and what it sends leaves in the same round. */
  #begin(): LegQueue {
    const { clock, now } = this.#deps;
    const queue = createLegQueue(now());
    this.#queue = queue;
    this.#removeTick = clock.add(() => {
      const at = now();
      for (const frame of queue.due(at)) this.#events?.say('agent', frame);
      for (const name of queue.heard(at)) this.#connection?.onText(fromLeg.mark(name));
    });
    return queue;
  }

  /** The call's media has closed the socket. */
  #onClosed(code: number): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#removeTick();
    this.#connection?.onClose(code);
    this.#connection = null;
    this.#end(code === 1001 ? 'stopping' : code === 1011 ? 'lost' : 'call_ended');
  }

  #end(reason: LegEndReason): void {
    this.#events?.onEnd(reason);
  }
}
