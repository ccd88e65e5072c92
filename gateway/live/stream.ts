/**
 * One stream: what was missed, then what happens.
 *
 * It guarantees:
 * S1. Every event of its topics behind the id that it began with, once and in the journal's order, or a `stream.reset`
 *     that says that some are missing. States that are gathered are told once a second, how they stand by then.
 * S2. The id of whatever it says stands for all that was said before and for nothing else: a client that comes with it
 *     to any node is given the rest.
 * S3. Voices are of the moment: they have no id, and a reader who lags is not told them.
 * S4. What its reader does not take is bounded (outbox.ts): beyond that it ends, and the client comes again.
 */
import type { Logger } from 'pino';
import type { Follower, Following, LiveFeed } from '../../operations/live/feed.js';
import type { Gathered } from '../../operations/live/gathered.js';
import { idOf, isTold, type Position, positionOf } from '../../operations/live/position.js';
import type { Item, Told } from '../../operations/live/told.js';
import type { VoiceFeed } from '../../operations/live/voices.js';
import { assertNever } from '../../schemas/assert.js';
import {
  LIVE_TOPICS,
  type LiveEvent,
  type LiveTopic,
  type ResetReason,
  TOPIC_SCOPES,
} from '../../schemas/live.js';
import type { Scope } from '../../schemas/scopes.js';
import { iso } from '../../views/kernel/dates.js';
import { createOutbox, type Outbox } from './outbox.js';
import { eventText, heartbeatText, passingText, retryText } from './sse.js';
import type { StandingOf } from './standing.js';

/** What happens while what was missed is read waits; beyond it the client comes again, and has missed less. */
const MOST_HELD = 2_000;
/** Before a client comes again, ms. */
const RETRY_MS = 1_000;

/** Why a stream has ended. `slow`: its reader took too little. `lost`: this node could not go on. */
export type EndOfStream = 'client' | 'slow' | 'access' | 'lost' | 'stopping';

/** What is asked for. */
export interface StreamRequest {
  readonly businessId: string;
  /** What it is to be about. */
  readonly topics: readonly LiveTopic[];
  /** The last id that the client has; null: it begins. */
  readonly lastEventId: string | null;
  /** What may be seen by now; null: nothing any more. */
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
  /** Once. */
  readonly onEnded: (why: EndOfStream) => void;
}

/** How far it is. `held`: what has happened since it began. */
type State =
  | { readonly type: 'beginning'; readonly held: Told[] }
  | { readonly type: 'live' }
  | { readonly type: 'ended' };

/** Of those topics the ones that these scopes are enough for. */
const seen = (topics: readonly LiveTopic[], scopes: readonly Scope[]): ReadonlySet<LiveTopic> =>
  new Set(LIVE_TOPICS.filter((topic) => topics.includes(topic) && scopes.includes(TOPIC_SCOPES[topic])));

export class LiveStream implements Follower {
  readonly businessId: string;
  readonly #request: StreamRequest;
  readonly #deps: StreamDeps;
  readonly #outbox: Outbox;
  readonly #ended = new AbortController();
  /** What has moved and was not told, with the oldest message that moved it. */
  readonly #gathered = new Map<
    string,
    { readonly seq: number; readonly topic: LiveTopic; readonly of: Gathered }
  >();
  #state: State = { type: 'beginning', held: [] };
  #why: EndOfStream = 'client';
  #topics: ReadonlySet<LiveTopic>;
  /** All up to it was told, or is gathered. */
  #position: Position | null = null;
  #following: Following | null = null;
  #leaveVoices: (() => void) | null = null;

  constructor(request: StreamRequest, deps: StreamDeps) {
    this.businessId = request.businessId;
    this.#request = request;
    this.#deps = deps;
    this.#topics = seen(request.topics, request.access() ?? []);
    this.#outbox = createOutbox(() => this.#left());
  }

  /** What it says. */
  get pieces(): AsyncIterable<string> {
    return this.#outbox.pieces;
  }

  /** Begins to tell. Never rejects. */
  async begin(): Promise<void> {
    const { businessId, lastEventId } = this.#request;
    try {
      const following = await this.#deps.feed.follow(businessId, this);
      if (this.#state.type === 'ended') return following.stop();
      this.#following = following;
      this.#outbox.put(retryText(RETRY_MS));
      if (lastEventId === null) this.#openAt(following.from, false);
      else await this.#goOn(lastEventId, following.from);
      this.#catchUp();
    } catch (error) {
      this.#deps.logger.warn({ event: 'live.begin_failed', businessId, err: error });
      this.end('lost');
    }
  }

  told(message: Told): void {
    if (this.#state.type === 'beginning') {
      this.#state.held.push(message);
      if (this.#state.held.length > MOST_HELD) this.end('slow');
    } else this.#say(message);
  }

  reset(from: Position): void {
    if (this.#state.type === 'live') this.#resetTo(from, 'journal_changed');
    // What was held is of the other journal.
    else this.end('lost');
  }

  lost(): void {
    this.end('lost');
  }

  /** Says that nothing happened. */
  beat(): void {
    const now = this.#following?.now();
    if (this.#state.type !== 'live' || now === undefined) return;
    // All that came up to there has been told here, too.
    if (now.seq >= (this.#position?.seq ?? 0)) this.#position = now;
    this.#put(heartbeatText(this.#id()));
  }

  /** Ends when nothing may be seen any more; what may be seen is seen from now on. */
  checkAccess(): void {
    if (this.#state.type === 'ended') return;
    const scopes = this.#access();
    // The client comes again, and finds a node that knows.
    if (scopes === 'unknown') return this.end('lost');
    if (scopes !== null) {
      this.#topics = seen(this.#request.topics, scopes);
      return;
    }
    if (this.#position !== null)
      this.#put(
        eventText({ type: 'stream.ended', occurredAt: this.#now(), reason: 'access_ended' }, this.#id()),
      );
    this.end('access');
  }

  /** Tells how all that has moved stands. */
  tellGathered(standingOf: StandingOf): void {
    if (this.#state.type !== 'live') return;
    for (const [key, { topic, of }] of [...this.#gathered]) {
      this.#gathered.delete(key);
      const event = this.#topics.has(topic) ? standingOf(this.businessId, of) : null;
      if (event !== null) this.#tell(topic, event);
    }
  }

  /** What was said already is still handed over, so that who comes again has come further. Idempotent. */
  end(why: EndOfStream): void {
    if (this.#state.type === 'ended') return;
    this.#why = why;
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

  /** Its reader has gone, or has all of it. */
  #left(): void {
    this.#leave();
    const { businessId } = this;
    this.#deps.logger[this.#why === 'client' ? 'debug' : 'info']({
      event: 'live.ended',
      businessId,
      why: this.#why,
    });
    this.#deps.onEnded(this.#why);
  }

  #id(): string {
    const position = this.#position;
    if (position === null) throw new Error('a stream has no place yet');
    let gatheredFrom: number | null = null;
    for (const { seq } of this.#gathered.values()) gatheredFrom = Math.min(seq, gatheredFrom ?? seq);
    return idOf({ ...position, gatheredFrom });
  }

  /** S4 */
  #put(text: string): void {
    if (this.#state.type !== 'ended' && !this.#outbox.put(text)) this.end('slow');
  }

  #tell(topic: LiveTopic, event: LiveEvent): void {
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

  /** Tells what was missed since, up to where it is told anyway. @throws Error when that cannot be read */
  async #goOn(lastEventId: string, until: Position): Promise<void> {
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
          this.#say(message);
          await this.#outbox.roomy();
          if (this.#ended.signal.aborted) return;
        }
        // This node may be behind the one that the client came from.
        if (until.seq >= since.seq) this.#position = until;
        return;
      default:
        assertNever(missed);
    }
  }

  /** From what was held to what happens now. */
  #catchUp(): void {
    if (this.#state.type !== 'beginning') return;
    const { held } = this.#state;
    this.#state = { type: 'live' };
    for (const message of held) this.#say(message);
    if (this.#topics.has('voices')) this.#followVoices();
  }

  /** S3 */
  #followVoices(): void {
    this.#leaveVoices = this.#deps.voices.follow(this.businessId, (event) => {
      if (this.#state.type !== 'live' || !this.#topics.has('voices')) return;
      this.#outbox.offer(passingText(event));
      this.#deps.onSent('voices');
    });
  }

  #say({ seq, mark, items }: Told): void {
    const before = this.#position;
    if (before === null || this.#state.type === 'ended') return;
    for (const item of items) {
      if (!this.#topics.has(item.topic)) continue;
      if (item.type === 'gathered') this.#gather(seq, item);
      else if (!isTold(before, seq, item.index)) {
        this.#position = { seq, mark, place: item.index + 1, at: mark, gatheredFrom: null };
        this.#tell(item.topic, item.event);
      }
    }
    if (seq >= before.seq) this.#position = { seq, mark, place: null, at: mark, gatheredFrom: null };
  }

  #gather(seq: number, { topic, gathered }: Extract<Item, { readonly type: 'gathered' }>): void {
    const key = `${gathered.what} ${gathered.id}`;
    if (!this.#gathered.has(key)) this.#gathered.set(key, { seq, topic, of: gathered });
  }
}
