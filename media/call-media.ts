/**
 * The media of one live call on this node: its session (call-session.ts), its commands, and the sockets that come and
 * go (attachment.ts). A socket that drops may come back within five seconds and resumes where it was.
 *
 * It guarantees:
 * K1. However the media ends (the carrier's stop, a socket that stays away, a drain, a fault), the session closes its
 *     books first, then its tracks are closed, and only then the call is told that its media is gone.
 * K2. What the customer says while the session is being attached is heard once it is (attachment.ts).
 * K3. A session that fails ends its own call with a reason, and no other.
 * K4. A socket speaks for the call once nobody else does and the call is not over; until that is known, nothing is
 *     attached and nothing that it brings is lost.
 * K5. A socket that has fallen silent gives way to the next one: its peer may be gone without a farewell.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { SessionCommand } from '../actors/call/commands.js';
import { DomainError } from '../schemas/errors.js';
import { type Attachment, attachSocket, CLOSE, NOT_LIVE } from './attachment.js';
import { beginCallSession, type CallSession, type CallSessionDeps } from './call-session.js';
import { type CommandQueue, createCommandQueue } from './command-queue.js';
import type { LiveSession } from './live-session.js';
import type { MediaConnection, MediaSocket } from './media-host.js';
import { sessionSettings } from './settings.js';
import { createTokenTally } from './token-tally.js';

const DRAIN_MS = 5_000;
/** A live stream brings 50 messages a second; one that has brought none for longer than this has no peer, ms. */
const SILENT_MS = 1_000;
/** A session that waits for its socket goes on without the call's word whether it is over, after so long, ms. */
const STATUS_MS = 500;

export interface CallMediaDeps extends CallSessionDeps {
  /** The call's media before this one, on this node; a session begins once it has written down everything. */
  readonly before: Promise<void> | null;
}

export interface CallMedia {
  /** Whether a socket speaks for the call now: one that was opened, or heard, within the last second. */
  connected(): boolean;
  /**
   * Takes a socket that has just opened; the one before it, if any, is closed with 1001. `elsewhere` resolves with
   * whether another node holds a live socket of the call, and does not reject: then this one is closed with 1008.
   */
  connect(socket: MediaSocket, elsewhere: Promise<boolean>): MediaConnection;
  /** Whether it is over, or ending: a socket that comes now needs media of its own. */
  ending(): boolean;
  /** Resolves when it is over and everything is committed, or was given up. */
  readonly ended: Promise<void>;
  /** Hands over: closes the socket, commits what is owed. */
  drain(): Promise<void>;
}

export const createCallMedia = (deps: CallMediaDeps): CallMedia => new MediaOfCall(deps);

class MediaOfCall implements CallMedia {
  readonly ended: Promise<void>;
  readonly #deps: CallMediaDeps;
  readonly #commands: CommandQueue<SessionCommand>;
  readonly #tellEnded: () => void;
  /** Names the session to the call; null before it attaches. */
  #attachmentId: string | null = null;
  #current: Attachment | null = null;
  #running: Promise<CallSession> | null = null;
  /** When the last message came on a socket that has closed, ms. */
  #heardAt = 0;
  /** When the socket that dropped is given up, ms. */
  #giveUpAt: number | null = null;
  #ending = false;
  readonly #tokens = createTokenTally();
  #callEnded = false;
  /** Whether the carrier said of the latest stream that it is over. */
  #stopped = false;

  constructor(deps: CallMediaDeps) {
    const { callId, logger } = deps;
    let tellEnded: () => void = () => undefined;
    this.ended = new Promise<void>((resolve) => {
      tellEnded = resolve;
    });
    this.#tellEnded = tellEnded;
    this.#deps = deps;
    this.#commands = createCommandQueue<SessionCommand>({
      send: (command, commandId) => this.#send(command, commandId),
      newId: deps.newId,
      onDropped: (command, reason) =>
        logger.error({ event: 'media.command_dropped', callId, command: command.type, reason }),
    });
  }

  connected(): boolean {
    return this.#current !== null && this.#deps.now() - this.#current.heardAt() <= SILENT_MS;
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
      objection: this.#objection(elsewhere),
      session: (carrierCallId) => this.#session(carrierCallId),
      isEnding: () => this.#ending,
      isTakenOver: () => this.#current !== null && this.#current !== attachment,
      onRefused: () => void this.#end(),
      onClosed: (stopped) => this.#onClosed(stopped),
    });
    this.#current = attachment;
    this.#giveUpAt = null;
    before?.displace(); // K5
    return attachment;
  }

  async drain(): Promise<void> {
    this.#current?.close(CLOSE.goingAway, 'going away');
    await this.#end();
  }

  /** What the session posts is its own word (actors/call/commands.ts). */
  #post(command: SessionCommand): void {
    const attachmentId = this.#attachmentId;
    const own = command.type === 'hang_up' && attachmentId !== null;
    this.#commands.post(own ? { ...command, attachmentId } : command);
  }

  async #send(command: SessionCommand, commandId: string): Promise<void> {
    try {
      const ended = await this.#deps.call.tell(command, commandId);
      // The carrier should have closed its socket by itself.
      if (ended !== null) this.#leave(CLOSE.normal, 'the call has ended');
    } catch (error) {
      // The journal came back from a backup that is older than the call: nobody bills it, nobody would end it.
      if (error instanceof DomainError && error.code === 'call_not_found')
        this.#leave(CLOSE.policy, 'the call is not known');
      throw error;
    }
  }

  #leave(code: number, reason: string): void {
    this.#callEnded = true;
    this.#current?.close(code, reason);
  }

  /** Why a socket may not speak for the call; null: it may. A call without a session says so when asked for one. K4. */
  async #objection(elsewhere: Promise<boolean>): Promise<string | null> {
    const [taken, over] = await Promise.all([elsewhere, this.#running === null ? false : this.#isOver()]);
    if (taken) return 'another socket is streaming this call';
    return over ? NOT_LIVE : null;
  }

  /** Whether the call of a session that waits for its socket is over. While nobody can say so, it is not. */
  async #isOver(): Promise<boolean> {
    if (this.#callEnded) return true;
    const isOver = this.#deps.call
      .get()
      .then((found) => found === null || found.ended !== null || found.hangupRequested);
    return Promise.race([isOver, delay(STATUS_MS, false, { ref: false })]).catch(() => false);
  }

  /** The call's session, which begins with its first socket; one that could not begin is tried again by the next. */
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
        if (this.#giveUpAt !== null && now() >= this.#giveUpAt) void this.#end();
      },
    });
  }

  #onClosed(stopped: boolean): void {
    this.#heardAt = this.#current?.heardAt() ?? this.#heardAt;
    this.#current = null;
    this.#stopped = stopped;
    if (this.#ending) return;
    if (stopped || this.#callEnded || this.#running === null) void this.#end();
    else this.#giveUpAt = this.#deps.now() + sessionSettings({}).reconnectMs;
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
      this.#giveUpAt = null;
      void this.#close().finally(this.#tellEnded);
    }
    return this.ended;
  }

  async #close(): Promise<void> {
    const { logger, callId, now, wallClock } = this.#deps;
    // One that could not begin has told the socket that asked for it.
    const running = await this.#running?.catch(() => null);
    // A stream that its carrier has ended is over, as far as we can hear it.
    running?.lines.end(this.#stopped || this.#callEnded ? 'ended' : 'lost');
    try {
      await running?.close();
    } catch (error) {
      logger.error({ event: 'media.session.close_failed', callId, error: String(error) });
    }
    if (running) {
      const tokens = this.#tokens.totals();
      const { attachmentId } = running;
      this.#commands.post({
        type: 'detach_media',
        attachmentId,
        heardUntil: Math.round(wallClock() - now() + (this.#current?.heardAt() ?? this.#heardAt)),
        ...(tokens.length === 0 ? {} : { tokens }),
      });
    }
    await this.#commands.drained(DRAIN_MS);
    logger.info({ event: 'media.session.ended', callId });
  }
}
