/**
 * The lines of one call, where its session runs (call-line.ts): answers requests for lines, publishes the call's audio to
 * all of them, and lets one of them speak. It guarantees:
 *
 * H1. Without a line nothing is kept and nothing is sent. With lines, one message every 20 ms serves all of them, and
 *     leaves after the carriers' frames of the same tick.
 * H2. A call has at most {@link MOST_OF_CALL} lines, a business at this host {@link MOST_OF_BUSINESS}, all together
 *     {@link MOST}.
 * H3. A line that sends nothing for four seconds has left. A speaker that leaves hands back.
 * H4. One line speaks at a time; audio of the others is dropped.
 * H5. When the session ends, every line is notified once, and no request is answered any more.
 */

import type { Msg, NatsConnection, Subscription } from '@nats-io/transport-node';
import type { HandBackReason, LineHolder } from '../../actors/call/events.js';
import type { TrackName } from '../../providers/recordings/recording-store.js';
import { assertNever } from '../../schemas/assert.js';
import { createFrameBuffer, type FrameBuffer } from '../audio/frame-buffer.js';
import { FRAME_MS } from '../audio/frames.js';
import type { LineRequest } from './call-line.js';
import {
  decodeLineMessage,
  decodeRequest,
  encodeAnswer,
  encodeUpdate,
  GONE_MS,
  type HostRequest,
  hostSubject,
  type LineAnswer,
  type LineRefusal,
  type LineUpdate,
  openSubject,
} from './line-messages.js';

const MOST_OF_CALL = 8;
const MOST_OF_BUSINESS = 64;
const MOST = 256;
/** Jitter buffer of each side, frames. */
const CUSHION = 2;
const MOST_KEPT = 10;
/** Interval at which the current speaker is repeated to all lines, ms, for those that missed the change. */
const SPEAKER_MS = 1_000;

/** Counts the lines of a node, or of one of its threads. H2 */
export interface LineCount {
  /** False if there is no room. */
  take(businessId: string): boolean;
  release(businessId: string): void;
}

export const createLineCount = (): LineCount => {
  const ofBusinesses = new Map<string, number>();
  let all = 0;
  return {
    take: (businessId) => {
      const count = ofBusinesses.get(businessId) ?? 0;
      if (all >= MOST || count >= MOST_OF_BUSINESS) return false;
      ofBusinesses.set(businessId, count + 1);
      all += 1;
      return true;
    },
    release: (businessId) => {
      const count = ofBusinesses.get(businessId) ?? 0;
      if (count <= 1) ofBusinesses.delete(businessId);
      else ofBusinesses.set(businessId, count - 1);
      all -= 1;
    },
  };
};

export interface LineHostDeps {
  readonly nc: NatsConnection;
  readonly businessId: string;
  readonly callId: string;
  /** Identifies this session among those of the call. */
  readonly host: string;
  /** ms, monotonic; `originMs` is 0 of the recording's clock on it. */
  readonly now: () => number;
  readonly originMs: number;
  readonly count: LineCount;
  /** If the session accepts, it calls {@link LineHost.setSpeaker} at once; otherwise it does not. */
  readonly takeOver: (line: string, by: LineHolder) => void;
  /** 160 bytes of audio from the line that speaks. */
  readonly hear: (frame: Uint8Array) => void;
  readonly handBack: (note: string, reason: HandBackReason) => void;
  /** `id`: the same for a repeated note. */
  readonly onNote: (id: string, text: string) => void;
  readonly onJoined: (line: string, request: Pick<LineRequest, 'by' | 'purpose'>) => void;
  readonly onLeft: (line: string) => void;
}

export interface LineHost {
  /** Takes audio of the recording, as it is written. */
  onRecorded(track: TrackName, audio: Uint8Array): void;
  /** Takes the line that speaks now; null: the agent does. */
  readonly setSpeaker: (line: string | null) => void;
  /** Runs on each tick, after the session. */
  tick(): void;
  /** `ended`: the call has ended; `lost`: it may continue elsewhere. Idempotent. */
  end(reason: 'ended' | 'lost'): void;
}

interface Line extends Pick<LineRequest, 'by' | 'purpose'> {
  /** ms */
  lastMessageAt: number;
}

export const createLineHost = (deps: LineHostDeps): LineHost => new LinesOfCall(deps);

class LinesOfCall implements LineHost {
  readonly #deps: LineHostDeps;
  readonly #requests: readonly Subscription[];
  readonly #lines = new Map<string, Line>();
  #messages: Subscription | null = null;
  #speaker: string | null = null;
  #customer: FrameBuffer = emptyBuffer();
  #agent: FrameBuffer = emptyBuffer();
  /** When the next frame is due, and when the speaker is repeated to all lines, ms. */
  #nextAt = 0;
  #speakerAt = 0;
  #publishing = false;
  #hasEnded = false;

  constructor(deps: LineHostDeps) {
    this.#deps = deps;
    const { nc, businessId, callId, host } = deps;
    const callback = (error: Error | null, message: Msg): void => {
      if (error === null) this.#onRequest(message);
    };
    this.#requests = [openSubject(businessId, callId), hostSubject(businessId, callId, host, 'ask')].map(
      (subject) => nc.subscribe(subject, { callback }),
    );
  }

  onRecorded(track: TrackName, audio: Uint8Array): void {
    if (this.#lines.size === 0) return; // H1
    (track === 'customer' ? this.#customer : this.#agent).push(audio);
  }

  readonly setSpeaker = (line: string | null): void => {
    this.#speaker = line;
    if (this.#lines.size > 0) this.#send({ type: 'speaker', speaker: line });
  };

  tick(): void {
    if (this.#lines.size === 0 || this.#hasEnded) return;
    const at = this.#deps.now();
    for (const [id, { lastMessageAt }] of this.#lines) if (at - lastMessageAt > GONE_MS) this.#leave(id); // H3
    if (this.#publishing) return;
    this.#publishing = true;
    // H1
    setImmediate(() => {
      this.#publishing = false;
      this.#publish();
    });
  }

  end(reason: 'ended' | 'lost'): void {
    if (this.#hasEnded) return;
    if (this.#speaker !== null) this.#deps.handBack('', 'session_ended');
    this.#speaker = null;
    if (this.#lines.size > 0) this.#send({ type: 'end', reason }); // H5
    for (const id of this.#lines.keys()) this.#leave(id);
    this.#hasEnded = true;
    for (const subscription of this.#requests) subscription.unsubscribe();
  }

  /** Publishes what is due by now, one frame after the other. */
  #publish(): void {
    if (this.#lines.size === 0 || this.#hasEnded) return;
    const { now, originMs } = this.#deps;
    const at = now();
    // After a stall, audio of the past is of no use.
    this.#nextAt = Math.max(this.#nextAt, at - MOST_KEPT * FRAME_MS);
    for (; this.#nextAt <= at; this.#nextAt += FRAME_MS) {
      const atMs = Math.max(0, Math.round(this.#nextAt - originMs));
      this.#send({ type: 'frame', atMs, customer: this.#customer.take(), agent: this.#agent.take() });
    }
    if (at < this.#speakerAt) return;
    this.#speakerAt = at + SPEAKER_MS;
    this.#send({ type: 'speaker', speaker: this.#speaker });
  }

  #send(update: LineUpdate): void {
    const { nc, businessId, callId, host } = this.#deps;
    if (!nc.isClosed()) nc.publish(hostSubject(businessId, callId, host, 'heard'), encodeUpdate(update));
  }

  #onRequest(message: Msg): void {
    const request = decodeRequest(message.data);
    if (request !== null) message.respond(encodeAnswer(this.#answer(request)));
  }

  #answer(request: HostRequest): LineAnswer {
    const refusal = this.#refusal(request);
    return refusal === null
      ? { type: 'done', host: this.#deps.host, speaker: this.#speaker }
      : { type: 'refused', code: refusal };
  }

  /** Carries out a request; null: it is done. */
  #refusal(request: HostRequest): LineRefusal | null {
    if (this.#hasEnded) return 'call_not_live';
    if (request.type === 'open') return this.#join(request.line, request);
    if (request.type === 'note') {
      this.#deps.onNote(request.note, request.text);
      return null;
    }
    const line = this.#lines.get(request.line);
    if (line === undefined) return 'call_not_live';
    line.lastMessageAt = this.#deps.now();
    switch (request.type) {
      case 'take_over':
        return this.#takeOver(request.line, line);
      case 'hand_back':
        if (this.#speaker === request.line) this.#deps.handBack(request.note, 'handed_back');
        return null;
      default:
        return assertNever(request);
    }
  }

  #join(id: string, { by, purpose }: Pick<LineRequest, 'by' | 'purpose'>): LineRefusal | null {
    const { businessId, count, now, onJoined } = this.#deps;
    if (this.#lines.has(id)) return null;
    if (this.#lines.size >= MOST_OF_CALL || !count.take(businessId)) return 'listeners_limited'; // H2
    if (this.#lines.size === 0) this.#begin();
    this.#lines.set(id, { by, purpose, lastMessageAt: now() });
    onJoined(id, { by, purpose });
    return null;
  }

  #begin(): void {
    const { nc, businessId, callId, host, now } = this.#deps;
    this.#customer = emptyBuffer();
    this.#agent = emptyBuffer();
    this.#nextAt = now();
    this.#messages = nc.subscribe(hostSubject(businessId, callId, host, 'said'), {
      callback: (error, message) => {
        if (error === null) this.#onMessage(message.data);
      },
    });
  }

  #takeOver(id: string, { by, purpose }: Line): LineRefusal | null {
    if (purpose !== 'take_over') return 'leg_purpose_wrong';
    if (this.#speaker === id) return null;
    if (this.#speaker !== null) return 'call_taken_over'; // H4
    this.#deps.takeOver(id, by);
    return this.#speaker === id ? null : 'call_not_live';
  }

  #onMessage(bytes: Uint8Array): void {
    const message = decodeLineMessage(bytes);
    const line = message === null ? undefined : this.#lines.get(message.line);
    if (message === null || line === undefined) return;
    line.lastMessageAt = this.#deps.now();
    if (message.type === 'bye') this.#leave(message.line);
    // H4
    else if (message.type === 'frame' && message.line === this.#speaker) this.#deps.hear(message.frame);
  }

  #leave(id: string): void {
    const { businessId, count, handBack, onLeft } = this.#deps;
    this.#lines.delete(id);
    count.release(businessId);
    if (this.#speaker === id) handBack('', 'line_left'); // H3
    onLeft(id);
    if (this.#lines.size > 0) return;
    this.#messages?.unsubscribe();
    this.#messages = null;
  }
}

const emptyBuffer = (): FrameBuffer => createFrameBuffer(CUSHION, MOST_KEPT);
