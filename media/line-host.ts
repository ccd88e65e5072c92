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
import type { HandBackReason, LineHolder } from '../actors/call/events.js';
import type { TrackName } from '../providers/recordings/recording-store.js';
import { assertNever } from '../schemas/assert.js';
import type { LineRequest } from './call-line.js';
import { createFrameBuffer, type FrameBuffer } from './frame-buffer.js';
import { FRAME_MS } from './frames.js';
import {
  decodeQuestion,
  decodeSaid,
  encodeAnswer,
  encodeNews,
  GONE_MS,
  hostSubject,
  type LineAnswer,
  type LineNews,
  type LineQuestion,
  type LineRefusal,
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
  give(businessId: string): void;
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
    give: (businessId) => {
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
  /** If the session accepts, it calls {@link LineHost.spoken} at once; otherwise it does not. */
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
  recorded(track: TrackName, audio: Uint8Array): void;
  /** Takes the line that speaks now; null: the agent does. */
  readonly spoken: (line: string | null) => void;
  /** Runs on each tick, after the session. */
  tick(): void;
  /** `ended`: the call has ended; `lost`: it may continue elsewhere. Idempotent. */
  end(reason: 'ended' | 'lost'): void;
}

interface Line extends Pick<LineRequest, 'by' | 'purpose'> {
  /** ms */
  heardAt: number;
}

export const createLineHost = (deps: LineHostDeps): LineHost => new LinesOfCall(deps);

class LinesOfCall implements LineHost {
  readonly #deps: LineHostDeps;
  readonly #asked: readonly Subscription[];
  readonly #lines = new Map<string, Line>();
  #said: Subscription | null = null;
  #speaker: string | null = null;
  #customer: FrameBuffer = emptyBuffer();
  #agent: FrameBuffer = emptyBuffer();
  /** When the next frame is due, and when the speaker is repeated to all lines, ms. */
  #nextAt = 0;
  #speakerAt = 0;
  #publishing = false;
  #over = false;

  constructor(deps: LineHostDeps) {
    this.#deps = deps;
    const { nc, businessId, callId, host } = deps;
    const callback = (error: Error | null, message: Msg): void => {
      if (error === null) this.#onAsked(message);
    };
    this.#asked = [openSubject(businessId, callId), hostSubject(businessId, callId, host, 'ask')].map(
      (subject) => nc.subscribe(subject, { callback }),
    );
  }

  recorded(track: TrackName, audio: Uint8Array): void {
    if (this.#lines.size === 0) return; // H1
    (track === 'customer' ? this.#customer : this.#agent).push(audio);
  }

  readonly spoken = (line: string | null): void => {
    this.#speaker = line;
    if (this.#lines.size > 0) this.#tell({ type: 'speaker', speaker: line });
  };

  tick(): void {
    if (this.#lines.size === 0 || this.#over) return;
    const at = this.#deps.now();
    for (const [id, { heardAt }] of this.#lines) if (at - heardAt > GONE_MS) this.#leave(id); // H3
    if (this.#publishing) return;
    this.#publishing = true;
    // H1
    setImmediate(() => {
      this.#publishing = false;
      this.#publish();
    });
  }

  end(reason: 'ended' | 'lost'): void {
    if (this.#over) return;
    if (this.#speaker !== null) this.#deps.handBack('', 'session_ended');
    this.#speaker = null;
    if (this.#lines.size > 0) this.#tell({ type: 'end', reason }); // H5
    for (const id of this.#lines.keys()) this.#leave(id);
    this.#over = true;
    for (const asked of this.#asked) asked.unsubscribe();
  }

  /** Publishes what is due by now, one frame after the other. */
  #publish(): void {
    if (this.#lines.size === 0 || this.#over) return;
    const { now, originMs } = this.#deps;
    const at = now();
    // After a stall, audio of the past is of no use.
    this.#nextAt = Math.max(this.#nextAt, at - MOST_KEPT * FRAME_MS);
    for (; this.#nextAt <= at; this.#nextAt += FRAME_MS) {
      const atMs = Math.max(0, Math.round(this.#nextAt - originMs));
      this.#tell({ type: 'frame', atMs, customer: this.#customer.take(), agent: this.#agent.take() });
    }
    if (at < this.#speakerAt) return;
    this.#speakerAt = at + SPEAKER_MS;
    this.#tell({ type: 'speaker', speaker: this.#speaker });
  }

  #tell(news: LineNews): void {
    const { nc, businessId, callId, host } = this.#deps;
    if (!nc.isClosed()) nc.publish(hostSubject(businessId, callId, host, 'heard'), encodeNews(news));
  }

  #onAsked(message: Msg): void {
    const question = decodeQuestion(message.data);
    if (question !== null) message.respond(encodeAnswer(this.#answer(question)));
  }

  #answer(question: LineQuestion): LineAnswer {
    const refusal = this.#refusal(question);
    return refusal === null
      ? { type: 'done', host: this.#deps.host, speaker: this.#speaker }
      : { type: 'refused', code: refusal };
  }

  /** Carries out a request; null: it is done. */
  #refusal(question: LineQuestion): LineRefusal | null {
    if (this.#over) return 'call_not_live';
    if (question.type === 'open') return this.#join(question.line, question);
    if (question.type === 'note') {
      this.#deps.onNote(question.note, question.text);
      return null;
    }
    const line = this.#lines.get(question.line);
    if (line === undefined) return 'call_not_live';
    line.heardAt = this.#deps.now();
    switch (question.type) {
      case 'take_over':
        return this.#takeOver(question.line, line);
      case 'hand_back':
        if (this.#speaker === question.line) this.#deps.handBack(question.note, 'handed_back');
        return null;
      default:
        return assertNever(question);
    }
  }

  #join(id: string, { by, purpose }: Pick<LineRequest, 'by' | 'purpose'>): LineRefusal | null {
    const { businessId, count, now, onJoined } = this.#deps;
    if (this.#lines.has(id)) return null;
    if (this.#lines.size >= MOST_OF_CALL || !count.take(businessId)) return 'listeners_limited'; // H2
    if (this.#lines.size === 0) this.#begin();
    this.#lines.set(id, { by, purpose, heardAt: now() });
    onJoined(id, { by, purpose });
    return null;
  }

  #begin(): void {
    const { nc, businessId, callId, host, now } = this.#deps;
    this.#customer = emptyBuffer();
    this.#agent = emptyBuffer();
    this.#nextAt = now();
    this.#said = nc.subscribe(hostSubject(businessId, callId, host, 'said'), {
      callback: (error, message) => {
        if (error === null) this.#onSaid(message.data);
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

  #onSaid(bytes: Uint8Array): void {
    const said = decodeSaid(bytes);
    const line = said === null ? undefined : this.#lines.get(said.line);
    if (said === null || line === undefined) return;
    line.heardAt = this.#deps.now();
    if (said.type === 'bye') this.#leave(said.line);
    // H4
    else if (said.type === 'frame' && said.line === this.#speaker) this.#deps.hear(said.frame);
  }

  #leave(id: string): void {
    const { businessId, count, handBack, onLeft } = this.#deps;
    this.#lines.delete(id);
    count.give(businessId);
    if (this.#speaker === id) handBack('', 'line_left'); // H3
    onLeft(id);
    if (this.#lines.size > 0) return;
    this.#said?.unsubscribe();
    this.#said = null;
  }
}

const emptyBuffer = (): FrameBuffer => createFrameBuffer(CUSHION, MOST_KEPT);
