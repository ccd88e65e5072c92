/**
 * The media of one live call on this node: its session, its recording tracks, its outbox, and the sockets that
 * come and go. A socket that drops may come back within five seconds and goes on where it was.
 */

import type { Logger } from 'pino';
import type { CallAnswer, CallCommand } from '../actors/call/commands.js';
import type { MediaDialect, MediaMessage } from '../providers/carriers/media-dialect.js';
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import { msOf } from './frames.js';
import { MAX_GAP_MS } from './jitter.js';
import { createLiveSession, type LiveSession } from './live-session.js';
import type { MediaConnection, MediaSocket } from './media-host.js';
import { createOutbox } from './outbox.js';
import type { PacingClock } from './pacing-clock.js';
import { phrasesFor } from './phrases.js';
import type { MediaProviders } from './providers.js';
import type { SessionBrief } from './session-io.js';
import { briefLine, inputLine } from './session-log.js';
import { sessionSettings } from './settings.js';

/** Messages that are not of the dialect, or not of this stream, before the socket is closed. */
const MAX_BAD_MESSAGES = 20;
/** Messages a second that a carrier may send; a call has some 60. */
const MAX_MESSAGES_PER_SECOND = 400;
/** Audio that a carrier may send within a second, gaps that we fill included, ms: a stall of ten seconds, twice. */
const MAX_AUDIO_MS_PER_SECOND = 20_000;
/** RFC 4733 section 3.2. */
const DTMF_DIGIT = /^[0-9*#A-D]$/;
/** How long a socket may be open without a `start`, ms. */
const START_WITHIN_MS = 10_000;
const DRAIN_MS = 5_000;
/** Normal closure, unsupported data, policy violation, going away (RFC 6455 section 7.4.1). */
const CLOSE_NORMAL = 1000;
const CLOSE_UNSUPPORTED = 1003;
const CLOSE_POLICY = 1008;
const CLOSE_GOING_AWAY = 1001;

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
  readonly onClosed: () => void;
}

export interface CallMedia {
  /** Whether a socket speaks for the call now. */
  connected(): boolean;
  connect(socket: MediaSocket): MediaConnection;
  /** Hands over: closes the socket, commits what is owed. */
  drain(): Promise<void>;
}

type Running = {
  readonly session: LiveSession;
  readonly attachmentId: string;
  readonly removeTick: () => void;
  readonly close: () => Promise<void>;
};

export const createCallMedia = (deps: CallMediaDeps): CallMedia => {
  const { dialect, logger, callId, now } = deps;
  const outbox = createOutbox<CallCommand>({
    send: async (command, commandId) => {
      const { ended } = await deps.ask(command, commandId);
      if (ended === null) return;
      // The carrier should have closed its socket by itself.
      callEnded = true;
      current?.close(CLOSE_NORMAL, 'the call has ended');
    },
    newId: deps.newId,
    onDropped: (command, reason) =>
      logger.error({ event: 'media.command_dropped', callId, command: command.type, reason }),
  });
  let current: MediaSocket | null = null;
  let running: Promise<Running | null> | null = null;
  let live: Running | null = null;
  let giveUp: NodeJS.Timeout | null = null;
  let closed = false;
  let callEnded = false;

  const begin = async (): Promise<Running | null> => {
    const attachmentId = deps.newId();
    const answer = await deps.ask({ type: 'attach_media', attachmentId }, deps.newId());
    const { agent, mediaStartedAt } = answer;
    if (agent === null || mediaStartedAt === null) return null;
    const tracks = await deps.recordings.openTracks(deps.businessId, callId);
    const elapsed = Math.max(0, deps.wallClock() - mediaStartedAt);
    const voice = agent.voiceSettings;
    const brief: SessionBrief = {
      attachmentId,
      instructions: agent.instructions,
      greeting: agent.greeting,
      language: voice.language ?? agent.languageCode,
      settings: sessionSettings(voice),
      phrases: phrasesFor(voice.language ?? agent.languageCode, agent.instructions),
      resumed: answer.greetingBegun || answer.turns.length > 0,
      // Journalled as they ended, which is not always the order in which they were spoken.
      turns: [...answer.turns].sort((one, other) => one.at - other.at),
      epochMs: mediaStartedAt,
      backgroundNoise:
        voice.backgroundNoiseKey === undefined
          ? null
          : { key: voice.backgroundNoiseKey, levelPercent: voice.backgroundNoiseLevelPercent ?? 300 },
    };
    deps.sessionLog?.(callId, briefLine(brief));
    const { sessionLog } = deps;
    const session = createLiveSession({
      brief,
      voiceId: voiceFor(deps, voice),
      providers: deps.providers,
      tracks,
      knowledge: (question) => deps.knowledge(agent.knowledgeSourceIds, question),
      post: outbox.post,
      observe: deps.observe,
      now,
      originMs: now() - elapsed,
      ...(sessionLog === null
        ? {}
        : { onStep: (input, atMs, outputs) => sessionLog(callId, inputLine(input, atMs, outputs)) }),
    });
    const removeTick = deps.clock.add((dueMs) => session.feed({ type: 'tick', dueMs }, dueMs));
    logger.info({ event: 'media.session.started', callId, resumed: brief.resumed });
    return {
      session,
      attachmentId,
      removeTick,
      close: async () => {
        removeTick();
        session.close();
        await tracks.close();
      },
    };
  };

  const end = async (): Promise<void> => {
    if (closed) return;
    closed = true;
    if (giveUp !== null) clearTimeout(giveUp);
    const session = await running?.catch(() => null);
    await session?.close();
    if (session) outbox.post({ type: 'detach_media', attachmentId: session.attachmentId });
    await outbox.drained(DRAIN_MS);
    logger.info({ event: 'media.session.ended', callId });
    deps.onClosed();
  };

  const connect = (socket: MediaSocket): MediaConnection => {
    current = socket;
    if (giveUp !== null) clearTimeout(giveUp);
    let streamId: string | null = null;
    let bad = 0;
    let messages = 0;
    let audioMs = 0;
    let streamEndMs: number | null = null;
    let countedSince = now();
    let over = false;
    let stopped = false;
    const noStart = setTimeout(() => streamId === null && close(CLOSE_POLICY, 'no start'), START_WITHIN_MS);

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
      bad += 1;
      if (bad === 1 || bad === MAX_BAD_MESSAGES)
        logger.warn({ event: 'media.socket.bad_message', callId, reason, count: bad });
      if (bad >= MAX_BAD_MESSAGES) close(CLOSE_POLICY, 'too many bad messages');
    };

    const start = async (
      message: Extract<MediaMessage, { type: 'start' }>,
      arrivedAt: number,
    ): Promise<void> => {
      streamId = message.streamId;
      running ??= begin();
      try {
        const session = await running;
        if (session === null) throw new Error('the call has no agent');
        if (over || current !== socket) return;
        live = session;
        const id = message.streamId;
        session.session.attach({
          audio: (payload) => void socket.send(dialect.media(id, payload)),
          mark: (name) => void socket.send(dialect.mark(id, name)),
          clear: () => void socket.send(dialect.clear(id)),
        });
        session.session.feed({ type: 'connected' }, arrivedAt);
      } catch (error) {
        running = null;
        logger.warn({
          event: 'media.session.refused',
          callId,
          error: error instanceof Error ? error.message : String(error),
        });
        close(CLOSE_POLICY, 'the call is not live');
        await end();
      }
    };

    /** Counts a message against what a second may hold. */
    const flooding = (message: MediaMessage): boolean => {
      const at = now();
      if (at - countedSince > 1_000) {
        countedSince = at;
        messages = 0;
        audioMs = 0;
      }
      messages += 1;
      if (message.type === 'media') {
        const gapMs = Math.max(0, message.timestampMs - (streamEndMs ?? message.timestampMs));
        streamEndMs = message.timestampMs + msOf(message.payload.length);
        audioMs += msOf(message.payload.length) + (gapMs <= MAX_GAP_MS ? gapMs : 0);
      }
      return messages > MAX_MESSAGES_PER_SECOND || audioMs > MAX_AUDIO_MS_PER_SECOND;
    };

    const onMessage = (message: MediaMessage, arrivedAt: number): void => {
      if (flooding(message)) return close(CLOSE_POLICY, 'too much at once');
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
      if (live === null) return;
      switch (message.type) {
        case 'media':
          live.session.feed(
            { type: 'audio', timestampMs: message.timestampMs, payload: message.payload },
            arrivedAt,
          );
          return;
        case 'mark':
          live.session.feed({ type: 'mark', name: message.name }, arrivedAt);
          return;
        case 'dtmf':
          if (!DTMF_DIGIT.test(message.digit)) return complain('no digit');
          live.session.feed({ type: 'dtmf', digit: message.digit }, arrivedAt);
          return;
      }
    };

    return {
      onText: (text) => {
        if (!over) onMessage(dialect.parse(text), now());
      },
      onBinary: () => close(CLOSE_UNSUPPORTED, 'text messages only'),
      onClose: () => {
        if (over) return;
        over = true;
        clearTimeout(noStart);
        if (current !== socket) return;
        current = null;
        live?.session.attach(null);
        live?.session.feed({ type: 'disconnected' });
        if (stopped || callEnded) void end();
        else giveUp = setTimeout(() => void end(), sessionSettings({}).reconnectMs);
      },
    };
  };

  return {
    connected: () => current !== null,
    connect,
    drain: async () => {
      current?.close(CLOSE_GOING_AWAY, 'going away');
      await end();
    },
  };
};

/** The agent's own voice, else one of its gender, else the default. */
const voiceFor = (
  deps: CallMediaDeps,
  voice: { readonly liveVoiceId?: string; readonly agentGender?: string },
): string => {
  const { voices } = deps.providers.synthesisers[0];
  const own =
    voices.find(({ id }) => id === voice.liveVoiceId) ??
    voices.find(({ gender }) => gender === voice.agentGender);
  return own?.id ?? deps.defaultVoiceId;
};
