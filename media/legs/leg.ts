/**
 * A browser's leg, from the opening of its websocket to its end: its identity, its audio, and its side of the call.
 *
 * It guarantees:
 * B1. Nothing is done for a socket before its token is verified, which is its first message, within
 *     {@link AUTHENTICATE_MS}; a token opens one socket.
 * B2. A leg does what its purpose allows and nothing else, whatever the page requests.
 * B3. It ends once, with a reason that is sent to the page, and closes its audio and its side of the call.
 * B4. Messages are processed one after the other; a page that sends too many messages, or invalid ones, is disconnected.
 */
import type { Logger } from 'pino';
import type { LegRelay, RelayedLeg } from '../../providers/legs/leg-relay.js';
import {
  LegClientMessage,
  type LegEndReason,
  type LegServerMessage,
} from '../../schemas/calls/leg-signalling.js';
import { DomainError } from '../../schemas/errors.js';
import { parseAs } from '../../schemas/parse.js';
import type { LegSide } from './leg-side.js';
import type { VerifiedLeg } from './leg-token.js';

const AUTHENTICATE_MS = 5_000;
/** A page sends one a second, and some ten while it joins. */
const MOST_PER_SECOND = 30;
const MOST_BAD = 5;
/** Close codes of RFC 6455 section 7.4.1. */
const CLOSE = { normal: 1000, goingAway: 1001, policy: 1008, internal: 1011 } as const;

/** Why a leg ends before it is admitted, by the error's code; other errors are refusals. After `lost` the page retries. */
const END_REASON_OF_ERROR: Readonly<Partial<Record<string, LegEndReason>>> = {
  call_not_live: 'call_ended',
  not_ready: 'lost',
  journal_unavailable: 'lost',
};

/** The websocket of a page. */
export interface LegSocket {
  /** False if the socket is gone, or accepts nothing. */
  send(text: string): boolean;
  close(code: number, reason: string): void;
}

/** Events of a socket, reported by its owner. */
export interface LegConnection {
  /** A text message. */
  onText(text: string): void;
  onBinary(): void;
  onClose(): void;
}

/** The claim of a token, and the call behind it. */
export interface Admitted {
  readonly claim: VerifiedLeg;
  readonly side: LegSide;
}

export interface LegDeps {
  /** ms, monotonic */
  readonly now: () => number;
  readonly logger: Logger;
  /**
   * Verifies a token, uses it up, and takes a place.
   * @throws DomainError leg_token_invalid, legs_limited, legs_busy, call_not_live
   */
  readonly admit: (leg: BrowserLeg, token: string) => Promise<Admitted>;
  readonly relay: Pick<LegRelay, 'open'>;
  /** Called once, when the leg has ended. */
  readonly onEnded: (leg: BrowserLeg, reason: LegEndReason) => void;
}

type Message = LegClientMessage;
type PageRequest = Extract<Message, { readonly id: number }>;

export class BrowserLeg implements LegConnection {
  readonly #socket: LegSocket;
  readonly #deps: LegDeps;
  readonly #authTimeout: NodeJS.Timeout;
  #claim: VerifiedLeg | null = null;
  #side: LegSide | null = null;
  #relay: RelayedLeg | null = null;
  #speaker: 'agent' | 'me' | 'other' | null = null;
  #isAdmitted = false;
  #hasEnded = false;
  #tail: Promise<void> = Promise.resolve();
  #since = Number.NEGATIVE_INFINITY;
  #count = 0;
  #bad = 0;

  constructor(socket: LegSocket, deps: LegDeps) {
    this.#socket = socket;
    this.#deps = deps;
    this.#authTimeout = setTimeout(
      () => this.end('refused', new DomainError('leg_token_invalid')),
      AUTHENTICATE_MS,
    );
  }

  onText(text: string): void {
    if (this.#hasEnded) return;
    const now = this.#deps.now();
    if (now - this.#since > 1_000) {
      this.#since = now;
      this.#count = 0;
    }
    this.#count += 1;
    if (this.#count > MOST_PER_SECOND) return this.end('refused', new DomainError('rate_limited'));
    const message = parseAs(LegClientMessage, text);
    if (message === null) return this.#onInvalidMessage();
    this.#tail = this.#tail.then(() => this.#onMessage(message));
  }

  onBinary(): void {
    this.#onInvalidMessage();
  }

  onClose(): void {
    this.#finish('lost');
  }

  /** B3. `error`: why the leg is refused or disconnected. */
  end(reason: LegEndReason, error?: DomainError): void {
    if (this.#hasEnded) return;
    const details = error === undefined ? {} : { error: { code: error.code, message: error.message } };
    this.#send({ type: 'ended', reason, ...details });
    this.#finish(reason);
    const code = reason === 'stopping' ? CLOSE.goingAway : reason === 'refused' ? CLOSE.policy : CLOSE.normal;
    this.#socket.close(code, reason);
  }

  /** Sets how long sent audio takes to reach the listener's ear, ms: half of the round trip, and what is buffered there. */
  async #onPlayout(bufferedMs: number): Promise<void> {
    const roundTripMs = (await this.#relay?.roundTripMs()) ?? 0;
    this.#side?.setPlayout(bufferedMs + roundTripMs / 2);
  }

  #finish(reason: LegEndReason): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#authTimeout);
    this.#relay?.close();
    this.#side?.close(reason !== 'lost' && reason !== 'stopping');
    this.#deps.onEnded(this, reason);
  }

  #send(message: LegServerMessage): void {
    if (!this.#socket.send(JSON.stringify(message)) && message.type !== 'ended') this.#finish('lost');
  }

  /** B4 */
  #onInvalidMessage(): void {
    this.#bad += 1;
    if (this.#claim === null || this.#bad >= MOST_BAD)
      this.end('refused', new DomainError('leg_message_invalid'));
  }

  async #onMessage(message: Message): Promise<void> {
    if (this.#hasEnded) return;
    try {
      if (message.type === 'authenticate') return await this.#authenticate(message.token);
      if (!this.#isAdmitted) return this.end('refused', new DomainError('leg_token_invalid')); // B1
      if ('id' in message) await this.#answer(message);
      else await this.#onNotification(message);
    } catch (error) {
      this.#deps.logger.error({ event: 'leg.failed', callId: this.#claim?.callId, err: error });
      this.end('lost');
    }
  }

  async #authenticate(token: string): Promise<void> {
    if (this.#claim !== null) return this.#onInvalidMessage();
    clearTimeout(this.#authTimeout);
    try {
      const { claim, side } = await this.#deps.admit(this, token);
      this.#claim = claim;
      // The place was taken; it is released again.
      if (this.#hasEnded) return this.#deps.onEnded(this, 'lost');
      this.#side = side;
      await side.open({
        say: (voice, frame) => this.#relay?.say(voice, frame),
        onSpeaker: (speaker) => this.#onSpeaker(speaker),
        onEnd: (reason) => this.end(reason),
      });
      if (this.#hasEnded) return side.close(false);
      const { codec, voices, speaks } = side;
      const relayed = await this.#deps.relay.open({
        codec,
        voices,
        speaks,
        onAudio: (timestampMs, payload) => side.heard(timestampMs, payload),
        onLost: () => this.end('lost'),
      });
      if (this.#hasEnded) return relayed.close();
      this.#relay = relayed;
      this.#welcome(claim, relayed);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.end(END_REASON_OF_ERROR[error.code] ?? 'refused', error);
    }
  }

  #welcome({ callId, purpose }: VerifiedLeg, relayed: RelayedLeg): void {
    const { rtpCapabilities, receive, send } = relayed;
    this.#isAdmitted = true;
    this.#send({ type: 'welcome', purpose, callId, rtpCapabilities, receive, send });
    if (this.#speaker !== null) this.#send({ type: 'state', speaker: this.#speaker });
  }

  #onSpeaker(speaker: 'agent' | 'me' | 'other'): void {
    this.#speaker = speaker;
    if (this.#isAdmitted && !this.#hasEnded) this.#send({ type: 'state', speaker });
  }

  async #answer(message: PageRequest): Promise<void> {
    const { id } = message;
    try {
      this.#send({ type: 'done', id, answer: await this.#execute(message) });
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      this.#send({ type: 'refused', id, error: { code: error.code, message: error.message } });
    }
  }

  /** B2 */
  async #execute(
    message: PageRequest,
  ): Promise<Extract<LegServerMessage, { readonly type: 'done' }>['answer']> {
    const relay = this.#relay;
    const side = this.#side;
    if (relay === null || side === null) throw new DomainError('leg_token_invalid');
    switch (message.type) {
      case 'connect':
        await relay.connect(message.transport, message.dtlsParameters);
        return {};
      case 'produce':
        if (!side.speaks) throw new DomainError('leg_purpose_wrong');
        return { producerId: await relay.produce(message.rtpParameters) };
      case 'consume':
        return { consumers: [...(await relay.consume(message.rtpCapabilities))] };
      case 'take_over':
        await side.takeOver();
        return {};
      case 'hand_back':
        await side.handBack(message.note);
        return {};
      default:
        return message satisfies never;
    }
  }

  async #onNotification(
    message: Exclude<Message, PageRequest | { readonly type: 'authenticate' }>,
  ): Promise<void> {
    switch (message.type) {
      case 'resume':
        await this.#relay?.resume();
        this.#side?.listening();
        return;
      case 'playout':
        return await this.#onPlayout(message.delayMs);
      case 'press_key':
        return this.#side?.pressKey(message.digit);
      case 'leave':
        return this.end('left');
      default:
        return message satisfies never;
    }
  }
}
