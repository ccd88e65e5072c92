/**
 * The media of one live call on this node: its session (call-session.ts), its commands, and the sockets that come and go
 * (attachment.ts). A dropped socket may reconnect within five seconds and resumes where it was.
 *
 * It guarantees:
 * K1. However the media ends (the carrier's stop, a socket that stays away, a drain, a fault), the session finalises its
 *     transcript first, then its tracks are closed, and only then is the call notified that its media is gone.
 * K2. Customer audio that arrives while the session is being attached reaches it afterwards (attachment.ts).
 * K3. A session that fails ends its own call with a reason, and no other.
 * K4. A socket serves the call if no other socket does and the call has not ended; until that is known, nothing is
 *     attached and nothing that it brings is lost.
 * K5. A socket that has fallen silent gives way to the next one: its peer may be gone without closing it.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { SessionCommand } from '../../actors/call/commands.js';
import type { ModelTokens } from '../../actors/call/events.js';
import { DomainError } from '../../schemas/errors.js';
import { beginCallSession, type CallSession, type CallSessionDeps } from '../driver/call-session.js';
import type { LiveSession } from '../driver/live-session.js';
import type { MediaConnection, MediaSocket } from '../media-host.js';
import { sessionSettings } from '../settings.js';
import { type Attachment, attachSocket, CLOSE, NOT_LIVE } from './attachment.js';
import { type CommandQueue, createCommandQueue } from './command-queue.js';

/** The token usage of a session's models, as far as they report it. */
interface TokenTally {
  add(model: string, usage: Pick<ModelTokens, 'input' | 'output'>): void;
  /** By model, in the order of their first reports; empty if there were none. */
  totals(): readonly ModelTokens[];
}

const createTokenTally = (): TokenTally => {
  const byModel = new Map<string, ModelTokens>();
  return {
    add: (model, { input, output }) => {
      const before = byModel.get(model) ?? { model, input: 0, output: 0 };
      byModel.set(model, { model, input: before.input + input, output: before.output + output });
    },
    totals: () => [...byModel.values()],
  };
};

const DRAIN_MS = 5_000;
/** A live stream brings 50 messages a second; a socket that has brought none for longer than this has no peer, ms. */
const SILENT_MS = 1_000;
/** How long a session that waits for its socket waits for the call's status, ms; then it continues without it. */
const STATUS_MS = 500;

export interface CallMediaDeps extends CallSessionDeps {
  /** The call's previous media on this node; a session starts once that has committed everything. */
  readonly before: Promise<void> | null;
}

export interface CallMedia {
  /** Whether a socket serves the call now: one that opened, or received a message, within the last second. */
  connected(): boolean;
  /**
   * Takes a socket that has just opened; the previous one, if any, is closed with 1001. `elsewhere` resolves with whether
   * another node holds a live socket of the call, and does not reject: if so, this one is closed with 1008.
   */
  connect(socket: MediaSocket, elsewhere: Promise<boolean>): MediaConnection;
  /** Whether the media has ended, or is ending: a socket that opens now needs media of its own. */
  ending(): boolean;
  /** Resolves when the media has ended and everything is committed, or was given up. */
  readonly ended: Promise<void>;
  /** Hands over: closes the socket, commits what is pending. */
  drain(): Promise<void>;
}

export const createCallMedia = (deps: CallMediaDeps): CallMedia => new MediaOfCall(deps);

class MediaOfCall implements CallMedia {
  readonly ended: Promise<void>;
  readonly #deps: CallMediaDeps;
  readonly #commands: CommandQueue<SessionCommand>;
  readonly #resolveEnded: () => void;
  /** Identifies the session to the call; null before it attaches. */
  #attachmentId: string | null = null;
  #current: Attachment | null = null;
  #running: Promise<CallSession> | null = null;
  /** When the last message arrived on a socket that has closed, ms. */
  #lastMessageAt = 0;
  /** When the dropped socket is given up, ms. */
  #reconnectDeadline: number | null = null;
  #ending = false;
  readonly #tokens = createTokenTally();
  #callEnded = false;
  /** Whether the carrier announced the end of the latest stream. */
  #stopped = false;

  constructor(deps: CallMediaDeps) {
    const { callId, logger } = deps;
    let resolveEnded: () => void = () => undefined;
    this.ended = new Promise<void>((resolve) => {
      resolveEnded = resolve;
    });
    this.#resolveEnded = resolveEnded;
    this.#deps = deps;
    this.#commands = createCommandQueue<SessionCommand>({
      send: (command, commandId) => this.#send(command, commandId),
      newId: deps.newId,
      onDropped: (command, err) =>
        logger.error({ event: 'media.command_dropped', callId, command: command.type, err }),
    });
  }

  connected(): boolean {
    return this.#current !== null && this.#deps.now() - this.#current.lastMessageAt() <= SILENT_MS;
  }

  ending(): boolean {
    return this.#ending;
  }

  connect(socket: MediaSocket, elsewhere: Promise<boolean>): MediaConnection {
    const { callId, dialect, logger, now } = this.#deps;
    const before = this.#current;
    const attachment = attachSocket(socket, {
      callId,
      dialect,
      logger,
      now,
      refusal: this.#refusal(elsewhere),
      session: (carrierCallId) => this.#session(carrierCallId),
      isEnding: () => this.#ending,
      isTakenOver: () => this.#current !== null && this.#current !== attachment,
      onRefused: () => void this.#end(),
      onClosed: (stopped) => this.#onClosed(stopped),
    });
    this.#current = attachment;
    this.#reconnectDeadline = null;
    before?.displace(); // K5
    return attachment;
  }

  async drain(): Promise<void> {
    this.#current?.close(CLOSE.goingAway, 'going away');
    await this.#end();
  }

  /**
   * A session's hang-up carries its attachment, so that the call ignores it once other media is attached
   * (actors/call/commands.ts).
   */
  #post(command: SessionCommand): void {
    const attachmentId = this.#attachmentId;
    const own = command.type === 'hang_up' && attachmentId !== null;
    this.#commands.post(own ? { ...command, attachmentId } : command);
  }

  async #send(command: SessionCommand, commandId: string): Promise<void> {
    try {
      const ended = await this.#deps.call.send(command, commandId);
      // The carrier should have closed its socket by itself.
      if (ended !== null) this.#closeAfterEnd(CLOSE.normal, 'the call has ended');
    } catch (error) {
      // The journal was restored from a backup older than the call: nothing bills the call, and nothing else would end it.
      if (error instanceof DomainError && error.code === 'call_not_found')
        this.#closeAfterEnd(CLOSE.policy, 'the call is not known');
      throw error;
    }
  }

  #closeAfterEnd(code: number, reason: string): void {
    this.#callEnded = true;
    this.#current?.close(code, reason);
  }

  /**
   * Why a socket may not serve the call; null: it may. Without a session, an ended call is detected when one is
   * requested. K4.
   */
  async #refusal(elsewhere: Promise<boolean>): Promise<string | null> {
    const [taken, hasEnded] = await Promise.all([
      elsewhere,
      this.#running === null ? false : this.#hasCallEnded(),
    ]);
    if (taken) return 'another socket is streaming this call';
    return hasEnded ? NOT_LIVE : null;
  }

  /** Whether the call of a session that waits for its socket has ended; false while the call does not answer. */
  async #hasCallEnded(): Promise<boolean> {
    if (this.#callEnded) return true;
    const hasEnded = this.#deps.call
      .get()
      .then((found) => found === null || found.ended !== null || found.hangupRequested);
    return Promise.race([hasEnded, delay(STATUS_MS, false, { ref: false })]).catch(() => false);
  }

  /** The call's session, which starts with its first socket; after a failed start the next socket tries again. */
  async #session(carrierCallId: string): Promise<LiveSession> {
    this.#running ??= this.#begin(carrierCallId);
    try {
      return (await this.#running).session;
    } catch (error) {
      this.#running = null;
      throw error;
    }
  }

  async #begin(carrierCallId: string): Promise<CallSession> {
    const { before, newId, now } = this.#deps;
    await before;
    const attachmentId = newId();
    this.#attachmentId = attachmentId;
    return beginCallSession(this.#deps, {
      attachmentId,
      carrierCallId,
      post: (command) => this.#post(command),
      onUsage: this.#tokens.add,
      onFailed: (error) => this.#fail(error),
      onTick: () => {
        if (this.#reconnectDeadline !== null && now() >= this.#reconnectDeadline) void this.#end();
      },
    });
  }

  #onClosed(stopped: boolean): void {
    this.#lastMessageAt = this.#current?.lastMessageAt() ?? this.#lastMessageAt;
    this.#current = null;
    this.#stopped = stopped;
    if (this.#ending) return;
    if (stopped || this.#callEnded || this.#running === null) void this.#end();
    else this.#reconnectDeadline = this.#deps.now() + sessionSettings({}).reconnectMs;
  }

  /** K3 */
  #fail(error: unknown): void {
    const { logger, callId } = this.#deps;
    logger.error({ event: 'media.session.failed', callId, err: error });
    this.#post({ type: 'hang_up', by: 'system', reason: 'internal' });
    this.#current?.close(CLOSE.internal, 'internal');
    void this.#end();
  }

  /** K1; idempotent. */
  #end(): Promise<void> {
    if (!this.#ending) {
      this.#ending = true;
      this.#reconnectDeadline = null;
      void this.#close().finally(this.#resolveEnded);
    }
    return this.ended;
  }

  async #close(): Promise<void> {
    const { logger, callId, now, wallClock } = this.#deps;
    // A start that failed has already been reported to the socket that requested it.
    const running = await this.#running?.catch(() => null);
    // If the carrier has ended the stream, the call has ended as far as we can hear.
    running?.lines.end(this.#stopped || this.#callEnded ? 'ended' : 'lost');
    try {
      await running?.close();
    } catch (error) {
      logger.error({ event: 'media.session.close_failed', callId, err: error });
    }
    if (running) {
      const tokens = this.#tokens.totals();
      const { attachmentId } = running;
      this.#commands.post({
        type: 'detach_media',
        attachmentId,
        heardUntil: Math.round(wallClock() - now() + (this.#current?.lastMessageAt() ?? this.#lastMessageAt)),
        ...(tokens.length === 0 ? {} : { tokens }),
      });
    }
    await this.#commands.drained(DRAIN_MS);
    logger.info({ event: 'media.session.ended', callId });
  }
}
