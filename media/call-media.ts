/**
 * The media of one live call on this node: its session, its recording tracks, its outbox, and the sockets that
 * come and go. A socket that drops may come back within five seconds and goes on where it was.
 *
 * It guarantees:
 * K1. However the media ends (the carrier's stop, a socket that stays away, a drain, a fault), the session closes its
 *     books first, then its tracks are closed, and only then the call is told that its media is gone.
 * K2. What the customer says while the session is being attached is heard once it is.
 * K3. A session that fails ends its own call with a reason, and no other.
 * K4. A socket speaks for the call once nobody else does and the call is not over; until that is known, nothing is
 *     attached and nothing that it brings is lost.
 * K5. A socket that has fallen silent gives way to the next one: its peer may be gone without a farewell.
 */

import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { CallAnswer, CallCommand } from '../actors/call/commands.js';
import type { MediaDialect, MediaMessage } from '../providers/carriers/media-dialect.js';
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import { voiceFor } from '../providers/speech/voice-choice.js';
import { DomainError } from '../schemas/errors.js';
import { createLiveSession, type LiveSession } from './live-session.js';
import type { MediaConnection, MediaSocket } from './media-host.js';
import { createOutbox } from './outbox.js';
import type { PacingClock } from './pacing-clock.js';
import { phrasesFor } from './phrases.js';
import type { MediaProviders } from './providers.js';
import type { SessionBrief } from './session-io.js';
import { briefLine, inputLine } from './session-log.js';
import { sessionSettings } from './settings.js';
import { createSocketGuard, MAX_BAD_MESSAGES } from './socket-guard.js';

/** RFC 4733 section 3.2. */
const DTMF_DIGIT = /^[0-9*#A-D]$/;
/** How long a socket may be open without a `start`, ms. */
const START_WITHIN_MS = 10_000;
const DRAIN_MS = 5_000;
/** A live stream brings 50 messages a second; one that has brought none for longer than this has no peer, ms. */
const SILENT_MS = 1_000;
/** A session that waits for its socket goes on without the call's word whether it is over, after so long, ms. */
const STATUS_MS = 500;
/** What comes while the session is being attached is kept, so many messages at the most: ten seconds of a call. */
const MAX_EARLY_MESSAGES = 600;
/** Normal closure, unsupported data, policy violation, going away (RFC 6455 section 7.4.1). */
const CLOSE_NORMAL = 1000;
const CLOSE_UNSUPPORTED = 1003;
const CLOSE_POLICY = 1008;
const CLOSE_GOING_AWAY = 1001;
const CLOSE_INTERNAL = 1011;
const NOT_LIVE = 'the call is not live';

export interface CallMediaDeps {
  readonly businessId: string;
  readonly callId: string;
  readonly dialect: MediaDialect;
  /** What Data Sources say on a question, within a bound that a model can take. */
  readonly knowledge: (sourceIds: readonly string[], question: string) => readonly string[];
  readonly providers: MediaProviders;
  readonly defaultVoiceId: string;
  readonly recordings: RecordingStore;
  readonly clock: PacingClock;
  readonly ask: (command: CallCommand, commandId: string) => Promise<CallAnswer>;
  readonly newId: () => string;
  /** ms, monotonic. */
  readonly now: () => number;
  /** ms since the epoch. */
  readonly wallClock: () => number;
  readonly observe: (measure: string, ms: number) => void;
  readonly logger: Logger;
  /** Gets the lines of a session log; null: none is kept. */
  readonly sessionLog: ((callId: string, line: string) => void) | null;
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

type Running = {
  readonly session: LiveSession;
  readonly attachmentId: string;
  readonly removeTick: () => void;
  readonly close: () => Promise<void>;
};

/** The socket of the moment. */
type Current = {
  readonly socket: MediaSocket;
  /** When it was opened or last brought anything, ms. */
  heardAt: number;
  /** Closes it; what it still brings is ignored. */
  readonly displace: () => void;
};

export const createCallMedia = (deps: CallMediaDeps): CallMedia => {
  const { dialect, logger, callId, now } = deps;
  const outbox = createOutbox<CallCommand>({
    send: async (command, commandId) => {
      try {
        const { ended } = await deps.ask(command, commandId);
        // The carrier should have closed its socket by itself.
        if (ended !== null) leave(CLOSE_NORMAL, 'the call has ended');
      } catch (error) {
        // The journal came back from a backup that is older than the call: nobody bills it, nobody would end it.
        if (error instanceof DomainError && error.code === 'call_not_found')
          leave(CLOSE_POLICY, 'the call is not known');
        throw error;
      }
    },
    newId: deps.newId,
    onDropped: (command, reason) =>
      logger.error({ event: 'media.command_dropped', callId, command: command.type, reason }),
  });
  /** Names the session to the call; null before it attaches. */
  let attachmentId: string | null = null;
  /** What the session posts is its own word (actors/call/commands.ts). */
  const post = (command: CallCommand): void =>
    outbox.post(command.type === 'hang_up' && attachmentId !== null ? { ...command, attachmentId } : command);
  let current: Current | null = null;
  let running: Promise<Running | null> | null = null;
  let live: Running | null = null;
  /** When the socket that dropped is given up, ms. */
  let giveUpAt: number | null = null;
  let ending = false;
  let callEnded = false;
  let tellEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    tellEnded = resolve;
  });

  const leave = (code: number, reason: string): void => {
    callEnded = true;
    current?.socket.close(code, reason);
  };

  const begin = async (carrierCallId: string): Promise<Running | null> => {
    await deps.before;
    const id = deps.newId();
    attachmentId = id;
    const answer = await deps.ask({ type: 'attach_media', attachmentId: id, carrierCallId }, deps.newId());
    const { agent, mediaStartedAt } = answer;
    if (agent === null || mediaStartedAt === null) return null;
    const tracks = await deps.recordings.openTracks(deps.businessId, callId);
    const elapsed = Math.max(0, deps.wallClock() - mediaStartedAt);
    const voice = agent.voiceSettings;
    const language = voice.language ?? agent.languageCode;
    const brief: SessionBrief = {
      attachmentId: id,
      instructions: agent.instructions,
      greeting: agent.greeting,
      language,
      settings: sessionSettings(voice),
      phrases: phrasesFor(language, agent.instructions),
      resumed: answer.greetingBegun || answer.turns.length > 0,
      // Journalled as they ended, which is not always the order in which they were spoken.
      turns: [...answer.turns].sort((one, other) => one.at - other.at),
      epochMs: mediaStartedAt,
      backgroundNoise:
        voice.backgroundNoiseKey === undefined
          ? null
          : { key: voice.backgroundNoiseKey, levelPercent: voice.backgroundNoiseLevelPercent ?? 300 },
      confirmsVoice: deps.providers.voiceDetector !== null,
    };
    deps.sessionLog?.(callId, briefLine(brief));
    const { sessionLog } = deps;
    const session = createLiveSession({
      brief,
      voiceId: voiceFor(deps.providers.synthesisers[0].voices, voice, language, deps.defaultVoiceId),
      providers: deps.providers,
      tracks,
      knowledge: (question) => deps.knowledge(agent.knowledgeSourceIds, question),
      post,
      observe: deps.observe,
      onFailed: fail,
      onProviderFailed: (what, error) =>
        logger.warn({ event: 'media.provider_failed', callId, what, err: error }),
      now,
      originMs: now() - elapsed,
      ...(sessionLog === null
        ? {}
        : { onStep: (input, atMs, outputs) => sessionLog(callId, inputLine(input, atMs, outputs)) }),
    });
    const removeTick = deps.clock.add((dueMs) => {
      session.feed({ type: 'tick', dueMs }, dueMs);
      if (giveUpAt !== null && now() >= giveUpAt) void end();
    });
    logger.info({ event: 'media.session.started', callId, resumed: brief.resumed });
    return {
      session,
      attachmentId: id,
      removeTick,
      close: async () => {
        await session.finish();
        removeTick();
        await tracks.close();
      },
    };
  };

  /** K1; idempotent. */
  const end = (): Promise<void> => {
    if (!ending) {
      ending = true;
      giveUpAt = null;
      void close().finally(tellEnded);
    }
    return ended;
  };

  const close = async (): Promise<void> => {
    const session = await running?.catch(() => null);
    try {
      await session?.close();
    } catch (error) {
      logger.error({ event: 'media.session.close_failed', callId, error: String(error) });
    }
    if (session) outbox.post({ type: 'detach_media', attachmentId: session.attachmentId });
    await outbox.drained(DRAIN_MS);
    logger.info({ event: 'media.session.ended', callId });
  };

  /** K3 */
  const fail = (error: unknown): void => {
    logger.error({ event: 'media.session.failed', callId, err: error });
    post({ type: 'hang_up', by: 'system', reason: 'internal' });
    current?.socket.close(CLOSE_INTERNAL, 'internal');
    void end();
  };

  /** Whether the call of a session that waits for its socket is over. While nobody can say so, it is not. */
  const isOver = async (): Promise<boolean> => {
    if (callEnded) return true;
    const answer = await Promise.race([
      deps.ask({ type: 'status' }, deps.newId()),
      delay(STATUS_MS, null, { ref: false }),
    ]).catch(() => null);
    return answer !== null && (!answer.exists || answer.ended !== null || answer.hangupRequested);
  };

  /** Why a socket may not speak for the call; null: it may. A call without a session says so when asked for one. */
  const objection = async (elsewhere: Promise<boolean>): Promise<string | null> => {
    const [taken, over] = await Promise.all([elsewhere, running === null ? false : isOver()]);
    if (taken) return 'another socket is streaming this call';
    return over ? NOT_LIVE : null;
  };

  const withoutSocket = (): void => {
    live?.session.attach(null);
    live?.session.feed({ type: 'disconnected' });
  };

  const connect = (socket: MediaSocket, elsewhere: Promise<boolean>): MediaConnection => {
    let streamId: string | null = null;
    const guard = createSocketGuard();
    /** K2: null once the session hears by itself. */
    let early: { readonly message: MediaMessage; readonly arrivedAt: number }[] | null = [];
    let over = false;
    let stopped = false;
    const noStart = setTimeout(() => streamId === null && close(CLOSE_POLICY, 'no start'), START_WITHIN_MS);

    const me: Current = {
      socket,
      heardAt: now(),
      displace: () => {
        over = true;
        clearTimeout(noStart);
        logger.warn({ event: 'media.socket.displaced', callId, silentMs: now() - me.heardAt });
        socket.close(CLOSE_GOING_AWAY, 'another socket took over');
        withoutSocket();
      },
    };
    const before = current;
    current = me;
    giveUpAt = null;
    before?.displace(); // K5
    const objected = objection(elsewhere);

    const close = (code: number, reason: string): void => {
      if (over) return;
      logger[code === CLOSE_NORMAL ? 'debug' : 'warn']({
        event: 'media.socket.closing',
        callId,
        code,
        reason,
      });
      socket.close(code, reason);
    };
    const complain = (reason: string): void => {
      const { count, tooMany } = guard.bad();
      if (count === 1 || count === MAX_BAD_MESSAGES)
        logger.warn({ event: 'media.socket.bad_message', callId, reason, count });
      if (tooMany) close(CLOSE_POLICY, 'too many bad messages');
    };

    const start = async (
      message: Extract<MediaMessage, { type: 'start' }>,
      arrivedAt: number,
    ): Promise<void> => {
      streamId = message.streamId;
      if ((await objected) !== null || over) return;
      if (ending) return close(CLOSE_GOING_AWAY, 'going away');
      running ??= begin(message.carrierCallId);
      try {
        const session = await running;
        if (session === null) throw new Error('the call has no agent');
        if (over) return;
        live = session;
        const id = message.streamId;
        session.session.attach({
          audio: (payload) => void socket.send(dialect.media(id, payload)),
          mark: (name) => void socket.send(dialect.mark(id, name)),
          clear: () => void socket.send(dialect.clear(id)),
        });
        session.session.feed({ type: 'connected' }, arrivedAt);
        const waited = early ?? [];
        early = null;
        for (const one of waited) hear(session.session, one.message, one.arrivedAt);
      } catch (error) {
        running = null;
        // The one that took over asks for itself.
        if (current !== null && current !== me) return;
        refuse(error instanceof Error ? error.message : String(error), NOT_LIVE);
      }
    };

    const refuse = (error: string, reason: string): void => {
      logger.warn({ event: 'media.session.refused', callId, error });
      close(CLOSE_POLICY, reason);
      void end();
    };
    void objected.then((reason) => {
      if (reason !== null && !over) refuse(reason, reason);
    });

    const onMessage = (message: MediaMessage, arrivedAt: number): void => {
      if (guard.flooded(message, arrivedAt)) return close(CLOSE_POLICY, 'too much at once');
      if (message.type === 'connected' || message.type === 'ignored') return;
      if (message.type === 'invalid') return complain(message.reason);
      if (message.type === 'start') {
        if (streamId !== null) return complain('a second start');
        void start(message, arrivedAt);
        return;
      }
      if (message.streamId !== streamId) return complain('another stream');
      if (message.type === 'stop') {
        // The carrier says that the stream is over, not that it was lost: nothing to wait for.
        stopped = true;
        close(CLOSE_NORMAL, 'stopped');
        return;
      }
      if (message.type === 'dtmf' && !DTMF_DIGIT.test(message.digit)) return complain('no digit');
      if (early !== null) {
        if (early.length < MAX_EARLY_MESSAGES) early.push({ message, arrivedAt });
      } else if (live !== null) hear(live.session, message, arrivedAt);
    };

    const hear = (session: LiveSession, message: MediaMessage, arrivedAt: number): void => {
      switch (message.type) {
        case 'media': {
          const { timestampMs, payload } = message;
          session.feed({ type: 'audio', timestampMs, payload, waitedMs: now() - arrivedAt }, arrivedAt);
          return;
        }
        case 'mark':
          session.feed({ type: 'mark', name: message.name }, arrivedAt);
          return;
        case 'dtmf':
          session.feed({ type: 'dtmf', digit: message.digit }, arrivedAt);
          return;
        default:
      }
    };

    return {
      onText: (text) => {
        me.heardAt = now();
        if (!over) onMessage(dialect.parse(text), now());
      },
      onBinary: () => close(CLOSE_UNSUPPORTED, 'text messages only'),
      onClose: () => {
        if (over) return;
        over = true;
        clearTimeout(noStart);
        current = null;
        withoutSocket();
        if (ending) return;
        if (stopped || callEnded || running === null) void end();
        else giveUpAt = now() + sessionSettings({}).reconnectMs;
      },
    };
  };

  return {
    connected: () => current !== null && now() - current.heardAt <= SILENT_MS,
    ending: () => ending,
    ended,
    connect,
    drain: async () => {
      current?.socket.close(CLOSE_GOING_AWAY, 'going away');
      await end();
    },
  };
};
