/**
 * One live stream: first the events that the client missed, then events as they happen.
 *
 * It guarantees:
 * S1. It delivers every event of its topics after its starting id, once and in the journal's order, or a `stream.reset` that
 *     reports that some are missing. Gathered states are sent once a second, with their state at that time.
 * S2. The id on any output covers everything sent before it and nothing else. A client that presents it to any node receives the
 *     rest.
 * S3. Voices are transient: they have no id, and a lagging reader does not receive them.
 * S4. Output that its reader has not taken is bounded (outbox.ts). Beyond that the stream ends, and the client reconnects.
 */
import type { Logger } from 'pino';
import type { Follower, Following, LiveFeed } from '../../operations/live/feed.js';
import type { Item, LiveMessage } from '../../operations/live/live-message.js';
import { idOf, isPublished, type Position, positionOf } from '../../operations/live/position.js';
import type { VoiceFeed } from '../../operations/live/voices.js';
import type { Gathered } from '../../operations/public-events/source.js';
import type { Scope } from '../../schemas/accounts/access.js';
import { assertNever } from '../../schemas/assert.js';
import {
  LIVE_TOPICS,
  type LiveEvent,
  type LiveTopic,
  type ResetReason,
  TOPIC_SCOPES,
} from '../../schemas/events/live.js';
import { iso } from '../../views/kernel/dates.js';
import { createOutbox, type Outbox } from './outbox.js';

/** Live messages held while missed events are read. Beyond it the client reconnects, with fewer missed events. */
const MAX_HELD = 2_000;
/** The client's delay before it reconnects, ms. */
const RETRY_MS = 1_000;

/** Why a stream ended. `slow`: its reader fell behind. `lost`: this node could not continue it. */
export type EndOfStream = 'client' | 'slow' | 'access' | 'lost' | 'stopping';

/** The current state of something in a business, as an event; null when it is unknown. */
export type CurrentStateOf = (businessId: string, gathered: Gathered) => LiveEvent | null;

/** The parameters of a stream. */
export interface StreamRequest {
  readonly businessId: string;
  /** The requested topics. */
  readonly topics: readonly LiveTopic[];
  /** The last id that the client received; null: a new stream. */
  readonly lastEventId: string | null;
  /** The caller's current scopes; null: its access has ended. */
  readonly access: () => readonly Scope[] | null;
}

export interface StreamDeps {
  readonly feed: Pick<LiveFeed, 'follow' | 'missed'>;
  readonly voices: VoiceFeed;
  readonly logger: Logger;
  /** ms since the epoch */
  readonly now: () => number;
  readonly onSent: (topic: LiveTopic) => void;
  readonly onReset: (reason: ResetReason) => void;
  /** Called once. */
  readonly onEnded: (reason: EndOfStream) => void;
}

// What follows writes `text/event-stream` (WHATWG HTML, section 9.2 "Server-sent events").

/** Caches the JSON of events, so that an event for many streams is serialised once. */
const jsonOfEvents = new WeakMap<LiveEvent, string>();

const dataOf = (event: LiveEvent): string => {
  const found = jsonOfEvents.get(event);
  if (found !== undefined) return found;
  // JSON has no line breaks of its own.
  const text = JSON.stringify(event);
  jsonOfEvents.set(event, text);
  return text;
};

/** An event with the id from which a client resumes after it. */
const eventText = (event: LiveEvent, id: string): string =>
  `event: ${event.type}\nid: ${id}\ndata: ${dataOf(event)}\n\n`;

/** A transient event: it has no id, and no client resumes after it. */
const eventTextWithoutId = (event: LiveEvent): string => `event: ${event.type}\ndata: ${dataOf(event)}\n\n`;

/** A comment without an event; the client stores the id. */
const heartbeatText = (id: string): string => `: nothing new\nid: ${id}\n\n`;

/** The time after which a client reconnects, ms. */
const retryText = (ms: number): string => `retry: ${ms}\n\n`;

/** The progress of the stream. `held`: live messages received since it began. */
type State =
  | { readonly type: 'beginning'; readonly held: LiveMessage[] }
  | { readonly type: 'live' }
  | { readonly type: 'ended' };

/** The requested topics that the scopes allow. */
const visibleTopics = (topics: readonly LiveTopic[], scopes: readonly Scope[]): ReadonlySet<LiveTopic> =>
  new Set(LIVE_TOPICS.filter((topic) => topics.includes(topic) && scopes.includes(TOPIC_SCOPES[topic])));

export class LiveStream implements Follower {
  readonly businessId: string;
  readonly #request: StreamRequest;
  readonly #deps: StreamDeps;
  readonly #outbox: Outbox;
  readonly #ended = new AbortController();
  /** Changed states that are not sent yet, each with the oldest message that changed it. */
  readonly #gathered = new Map<
    string,
    { readonly seq: number; readonly topic: LiveTopic; readonly of: Gathered }
  >();
  #state: State = { type: 'beginning', held: [] };
  #endReason: EndOfStream = 'client';
  #topics: ReadonlySet<LiveTopic>;
  /** Everything up to this position was sent, or is gathered. */
  #position: Position | null = null;
  #following: Following | null = null;
  #leaveVoices: (() => void) | null = null;

  constructor(request: StreamRequest, deps: StreamDeps) {
    this.businessId = request.businessId;
    this.#request = request;
    this.#deps = deps;
    this.#topics = visibleTopics(request.topics, request.access() ?? []);
    this.#outbox = createOutbox(() => this.#left());
  }

  /** The output of the stream. */
  get pieces(): AsyncIterable<string> {
    return this.#outbox.pieces;
  }

  /** Starts the stream. Never rejects. */
  async begin(): Promise<void> {
    const { businessId, lastEventId } = this.#request;
    try {
      const following = await this.#deps.feed.follow(businessId, this);
      if (this.#state.type === 'ended') return following.stop();
      this.#following = following;
      this.#outbox.put(retryText(RETRY_MS));
      if (lastEventId === null) this.#openAt(following.from, false);
      else await this.#resume(lastEventId, following.from);
      this.#catchUp();
    } catch (error) {
      this.#deps.logger.warn({ event: 'live.begin_failed', businessId, err: error });
      this.end('lost');
    }
  }

  notify(message: LiveMessage): void {
    if (this.#state.type === 'beginning') {
      this.#state.held.push(message);
      if (this.#state.held.length > MAX_HELD) this.end('slow');
    } else this.#publish(message);
  }

  reset(from: Position): void {
    if (this.#state.type === 'live') this.#resetTo(from, 'journal_changed');
    // The held messages belong to the other journal.
    else this.end('lost');
  }

  lost(): void {
    this.end('lost');
  }

  /** Sends a heartbeat. */
  sendHeartbeat(): void {
    const now = this.#following?.now();
    if (this.#state.type !== 'live' || now === undefined) return;
    // Everything up to that position has already been processed here.
    if (now.seq >= (this.#position?.seq ?? 0)) this.#position = now;
    this.#put(heartbeatText(this.#id()));
  }

  /** Ends the stream when its access has ended; otherwise updates the visible topics. */
  checkAccess(): void {
    if (this.#state.type === 'ended') return;
    const scopes = this.#access();
    // The client reconnects, to a node that knows its access.
    if (scopes === 'unknown') return this.end('lost');
    if (scopes !== null) {
      this.#topics = visibleTopics(this.#request.topics, scopes);
      return;
    }
    if (this.#position !== null)
      this.#put(
        eventText({ type: 'stream.ended', occurredAt: this.#now(), reason: 'access_ended' }, this.#id()),
      );
    this.end('access');
  }

  /** Sends the current states of everything that changed. */
  publishGathered(standingOf: CurrentStateOf): void {
    if (this.#state.type !== 'live') return;
    for (const [key, { topic, of: gathered }] of [...this.#gathered]) {
      this.#gathered.delete(key);
      const event = this.#topics.has(topic) ? standingOf(this.businessId, gathered) : null;
      if (event !== null) this.#send(topic, event);
    }
  }

  /** Ends the stream. Buffered output is still delivered, so that a reconnecting client resumes further on. Idempotent. */
  end(reason: EndOfStream): void {
    if (this.#state.type === 'ended') return;
    this.#endReason = reason;
    this.#leave();
    this.#outbox.end();
  }

  #access(): readonly Scope[] | null | 'unknown' {
    try {
      return this.#request.access();
    } catch (error) {
      this.#deps.logger.warn({ event: 'live.access_unknown', businessId: this.businessId, err: error });
      return 'unknown';
    }
  }

  #now(): string {
    return iso(this.#deps.now());
  }

  #leave(): void {
    this.#state = { type: 'ended' };
    this.#ended.abort();
    this.#following?.stop();
    this.#leaveVoices?.();
    this.#leaveVoices = null;
    this.#gathered.clear();
  }

  /** The reader has left, or has received everything. */
  #left(): void {
    this.#leave();
    const { businessId } = this;
    this.#deps.logger[this.#endReason === 'client' ? 'debug' : 'info']({
      event: 'live.ended',
      businessId,
      why: this.#endReason,
    });
    this.#deps.onEnded(this.#endReason);
  }

  #id(): string {
    const position = this.#position;
    if (position === null) throw new Error('the stream has no position yet');
    let gatheredFrom: number | null = null;
    for (const { seq } of this.#gathered.values()) gatheredFrom = Math.min(seq, gatheredFrom ?? seq);
    return idOf({ ...position, gatheredFrom });
  }

  /** S4 */
  #put(text: string): void {
    if (this.#state.type !== 'ended' && !this.#outbox.put(text)) this.end('slow');
  }

  #send(topic: LiveTopic, event: LiveEvent): void {
    this.#put(eventText(event, this.#id()));
    this.#deps.onSent(topic);
  }

  #openAt(position: Position, resumed: boolean): void {
    this.#position = position;
    const topics = [...this.#topics];
    this.#put(eventText({ type: 'stream.opened', occurredAt: this.#now(), topics, resumed }, this.#id()));
  }

  #resetTo(position: Position, reason: ResetReason): void {
    this.#position = position;
    this.#gathered.clear();
    this.#put(eventText({ type: 'stream.reset', occurredAt: this.#now(), reason }, this.#id()));
    this.#deps.logger.info({ event: 'live.reset', businessId: this.businessId, reason });
    this.#deps.onReset(reason);
  }

  /** Sends what was missed, up to the position where live messages begin. @throws Error when it cannot be read */
  async #resume(lastEventId: string, until: Position): Promise<void> {
    const since = positionOf(lastEventId);
    if (since === null) {
      this.#openAt(until, false);
      return this.#resetTo(until, 'unknown_id');
    }
    const missed = await this.#deps.feed.missed(this.businessId, since, until, this.#ended.signal);
    switch (missed.type) {
      case 'reset':
        this.#openAt(until, false);
        return this.#resetTo(until, missed.reason);
      case 'messages':
        this.#openAt(since, true);
        for await (const message of missed.messages) {
          this.#publish(message);
          await this.#outbox.waitForRoom();
          if (this.#ended.signal.aborted) return;
        }
        // This node may lag behind the node that the client came from.
        if (until.seq >= since.seq) this.#position = until;
        return;
      default:
        assertNever(missed);
    }
  }

  /** Sends the held messages and switches to live ones. */
  #catchUp(): void {
    if (this.#state.type !== 'beginning') return;
    const { held } = this.#state;
    this.#state = { type: 'live' };
    for (const message of held) this.#publish(message);
    if (this.#topics.has('voices')) this.#followVoices();
  }

  /** S3 */
  #followVoices(): void {
    this.#leaveVoices = this.#deps.voices.follow(this.businessId, (event) => {
      if (this.#state.type !== 'live' || !this.#topics.has('voices')) return;
      this.#outbox.offer(eventTextWithoutId(event));
      this.#deps.onSent('voices');
    });
  }

  #publish({ seq, mark, items }: LiveMessage): void {
    const before = this.#position;
    if (before === null || this.#state.type === 'ended') return;
    for (const item of items) {
      if (!this.#topics.has(item.topic)) continue;
      if (item.type === 'gathered') this.#gather(seq, item);
      else if (!isPublished(before, seq, item.index)) {
        this.#position = { seq, mark, place: item.index + 1, at: mark, gatheredFrom: null };
        this.#send(item.topic, item.event);
      }
    }
    if (seq >= before.seq) this.#position = { seq, mark, place: null, at: mark, gatheredFrom: null };
  }

  #gather(seq: number, { topic, gathered }: Extract<Item, { readonly type: 'gathered' }>): void {
    const key = `${gathered.kind} ${gathered.id}`;
    if (!this.#gathered.has(key)) this.#gathered.set(key, { seq, topic, of: gathered });
  }
}
