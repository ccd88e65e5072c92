/**
 * A consultation connects the callee of its own call, a colleague of the business, with the customer of another call: each hears
 * the other through a line to the customer's call (call-line.ts), where the colleague speaks in place of the agent.
 *
 * It guarantees:
 * Q1. The two are connected once, when the agent's tool requests it, and the agent learns whether they are.
 * Q2. A line that is lost, because the customer's media has moved to another node, is opened again for {@link AGAIN_MS}.
 * Q3. Once the customer is gone for good, the agent speaks to the colleague again, with the reason.
 * Q4. When the consultation ends, its line leaves, and the customer's agent speaks to the customer again.
 */
import type { LineHolder } from '../../actors/call/events.js';
import { DomainError } from '../../schemas/errors.js';
import { FRAME_BYTES } from '../audio/frames.js';
import type { ToolAnswer } from '../tools.js';
import type { CallLine, CallLines } from './call-line.js';

/** How long a lost line is opened again, ms: a stream returns within seconds, or its call ends. */
const AGAIN_MS = 8_000;
const PAUSE_MS = 400;

const GONE: ToolAnswer = {
  outcome: 'failed',
  result: 'The customer has hung up. Tell your colleague, say goodbye, and end the call.',
};
const TAKEN: ToolAnswer = {
  outcome: 'failed',
  result: 'Somebody else speaks with the customer now. Tell your colleague, say goodbye, and end the call.',
};
const CONNECTED: ToolAnswer = { outcome: 'done', result: 'Your colleague is connected with the customer.' };
const CUSTOMER_LEFT =
  'The customer has hung up; your colleague is on the line with you. Tell them, say goodbye, and end the call.';
const CONNECTION_LOST =
  'The connection to the customer was lost; your colleague is on the line with you. Apologise, say goodbye, and end the call.';

export interface ConsultationDeps {
  readonly lines: CallLines;
  readonly businessId: string;
  /** The customer's call. */
  readonly callId: string;
  /** The consultation, as the customer's call records it. */
  readonly by: LineHolder;
  /** From now on the customer speaks to the colleague in place of the agent. */
  readonly onConnected: () => void;
  /** 160 bytes of the customer's audio. */
  readonly onCustomer: (frame: Uint8Array) => void;
  /** The agent speaks to the colleague again. */
  readonly onDisconnected: (why: string) => void;
  /** ms, monotonic */
  readonly now: () => number;
  /** Resolves after so many ms. */
  readonly wait: (ms: number) => Promise<void>;
}

export interface Consultation {
  /** Connects the two; never rejects. The result is for the agent. Q1 */
  connect(): Promise<ToolAnswer>;
  /** Takes the colleague's audio, in frames of 160 bytes. */
  hear(frame: Uint8Array): void;
  /** Idempotent. Q4 */
  close(): void;
}

export const createConsultation = (deps: ConsultationDeps): Consultation => new ConnectedParties(deps);

class ConnectedParties implements Consultation {
  readonly #deps: ConsultationDeps;
  #line: CallLine | null = null;
  #isConnected = false;
  #hasClosed = false;

  constructor(deps: ConsultationDeps) {
    this.#deps = deps;
  }

  async connect(): Promise<ToolAnswer> {
    if (this.#isConnected) return CONNECTED;
    const refusal = await this.#open();
    if (refusal !== null || this.#hasClosed) return refusal ?? GONE;
    this.#isConnected = true;
    this.#deps.onConnected();
    return CONNECTED;
  }

  hear(frame: Uint8Array): void {
    if (frame.length === FRAME_BYTES) this.#line?.speak(frame);
  }

  close(): void {
    this.#hasClosed = true;
    this.#line?.close();
    this.#line = null;
  }

  /** Opens the line and takes the floor. Tries again for a while, since the customer's media may be moving. Q2 */
  async #open(): Promise<ToolAnswer | null> {
    const { now, wait } = this.#deps;
    for (const giveUpAt = now() + AGAIN_MS; ; ) {
      const refusal = await this.#openOnce().catch((error: unknown) => error);
      if (refusal === null || this.#hasClosed) return null;
      if (refusal instanceof DomainError && refusal.code === 'call_taken_over') return TAKEN;
      if (now() >= giveUpAt) return GONE;
      await wait(PAUSE_MS);
    }
  }

  /** @throws DomainError as of CallLines.open and CallLine.takeOver */
  async #openOnce(): Promise<null> {
    const { lines, businessId, callId, by, onCustomer } = this.#deps;
    const line = await lines.open(
      { businessId, callId, by, purpose: 'take_over' },
      {
        onFrame: ({ customer }) => {
          if (customer !== null && this.#line === line) onCustomer(customer);
        },
        onSpeaker: () => undefined,
        onEnd: (reason) => {
          if (this.#line === line) void this.#onLost(reason);
        },
      },
    );
    try {
      await line.takeOver();
    } catch (error) {
      line.close();
      throw error;
    }
    if (this.#hasClosed) line.close();
    else this.#line = line;
    return null;
  }

  /** Q2, Q3 */
  async #onLost(reason: 'ended' | 'lost'): Promise<void> {
    this.#line = null;
    const refusal = reason === 'ended' ? GONE : await this.#open();
    if (refusal === null || this.#hasClosed) return;
    this.#isConnected = false;
    this.#deps.onDisconnected(reason === 'ended' ? CUSTOMER_LEFT : CONNECTION_LOST);
  }
}
