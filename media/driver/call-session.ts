/**
 * The session of one live call with everything it uses: the agent's providers, recording tracks, tools, knowledge,
 * operators' lines, and the clock. It starts when the call's media is attached and owns them until it is closed.
 */
import type { Logger } from 'pino';
import type { AttachedMedia, SessionCommand } from '../../actors/call/commands.js';
import type { MediaDialect } from '../../providers/carriers/media-dialect.js';
import type { Passage } from '../../providers/llm/language-model.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { RecordingStore } from '../../providers/recordings/recording-store.js';
import { voiceFor } from '../../providers/speech/voice-choice.js';
import type { PacingClock } from '../audio/pacing-clock.js';
import type { CallOfMedia } from '../call-of-media.js';
import type { LineHost, LineHostDeps } from '../operators/line-host.js';
import type { Voices } from '../operators/voices.js';
import type { MediaProviders, ProvidersOfCalls, TakenProviders } from '../providers.js';
import type { DisclosureOutcome, PreemptiveCount, SessionBrief } from '../session/io.js';
import { briefLine, inputLine } from '../session/log.js';
import { hasPhrases } from '../speech/phrases.js';
import { agentSpeechOf } from '../speech/spoken-request.js';
import { type CallTool, PRESS_KEYS, type ToolsOfCalls } from '../tools.js';
import { createLiveSession, type LiveSession, type LiveSessionDeps } from './live-session.js';
import { briefOf, phrasesOfCall } from './session-brief.js';
import type { WrittenPhrases } from './written-phrases.js';

export interface CallSessionDeps {
  readonly businessId: string;
  readonly callId: string;
  readonly dialect: MediaDialect;
  /** Passages of Data Sources that match a question, within a size that a model can take. */
  readonly knowledge: (sourceIds: readonly string[], question: string) => Promise<readonly Passage[]>;
  readonly tools: ToolsOfCalls;
  /** The agent's STT, LLM and TTS providers: taken when the call starts, kept until it ends. */
  readonly providersOf: ProvidersOfCalls;
  readonly recordings: RecordingStore;
  readonly clock: PacingClock;
  /** Notified of the speaker, for pages that show it. */
  readonly voices: Voices;
  readonly call: CallOfMedia;
  /** Opens the call's operator lines to its session. */
  readonly openLines: (lineDeps: Omit<LineHostDeps, 'nc' | 'count'>) => LineHost;
  readonly newId: () => string;
  /** ms, monotonic. */
  readonly now: () => number;
  /** ms since the epoch. */
  readonly wallClock: () => number;
  readonly observe: (measure: string, ms: number) => void;
  /** Counts the outcomes of preemptive replies; null: there are none. */
  readonly preemptive: ((what: PreemptiveCount) => void) | null;
  /** Counts the outcomes of disclosures. */
  readonly disclosures: (outcome: DisclosureOutcome) => void;
  readonly logger: Logger;
  /** Has phrases written in languages that have none. */
  readonly writtenPhrases: WrittenPhrases;
  /** Receives the lines of a session log; null: no log is kept. */
  readonly sessionLog: ((callId: string, line: string) => void) | null;
}

/** The call's media, as its session needs it. */
interface SessionOwner {
  /** Identifies the session to the call. */
  readonly attachmentId: string;
  readonly carrierCallId: string;
  readonly post: (command: SessionCommand) => void;
  readonly onUsage: LiveSessionDeps['onUsage'];
  readonly onFailed: LiveSessionDeps['onFailed'];
  /** Runs on each tick of the clock, after the session's own step. */
  readonly onTick: () => void;
}

/** A session that is attached to its call. */
export interface CallSession {
  readonly session: LiveSession;
  readonly attachmentId: string;
  /** Finalises the session's transcript, then closes its tracks. */
  readonly close: () => Promise<void>;
  readonly lines: LineHost;
}

/** Attaches the media to its call and starts the session. @throws DomainError call_not_live */
export const beginCallSession = async (deps: CallSessionDeps, owner: SessionOwner): Promise<CallSession> => {
  const { businessId, call, callId, newId, providersOf, recordings } = deps;
  const attached = await call.attach(owner.attachmentId, owner.carrierCallId, newId());
  const pendingProviders = providersOf(businessId, attached.agent.agentId);
  try {
    const tracks = await recordings.openTracks(businessId, callId);
    return startSession(deps, owner, attached, tracks, await pendingProviders);
  } catch (error) {
    (await pendingProviders).release();
    throw error;
  }
};

const startSession = (
  deps: CallSessionDeps,
  owner: SessionOwner,
  attached: AttachedMedia,
  tracks: LiveSessionDeps['tracks'],
  { providers, defaultVoiceId, release }: TakenProviders,
): CallSession => {
  const { businessId, callId, clock, logger, now, preemptive, voices, wallClock } = deps;
  const { attachmentId } = owner;
  const { agent, mediaStartedAt } = attached;
  const elapsed = Math.max(0, wallClock() - mediaStartedAt);
  const confirmsVoice = providers.voiceDetector !== null;
  const counts = {
    models: providers.models.length,
    synthesisers: providers.synthesisers.length,
    speechQueues: providers.synthesisers.every(({ hasQueue }) => hasQueue === true),
    recognisers: providers.recognisers.length,
    engines: providers.engines.length,
  };
  const brief = briefOf(attached, {
    attachmentId,
    confirmsVoice,
    judgesTurns: (providers.turnDetector ?? null) !== null,
    providers: counts,
    preemptive: preemptive !== null,
    reckonedReceipts: deps.dialect.reckonsPlayback === true,
  });
  const originMs = now() - elapsed;
  const lines = openLines(deps, owner, originMs, () => session);
  const voice = voices.join(businessId, callId, () => session.currentWords());
  const session: LiveSession = createLiveSession({
    brief,
    speech: agentSpeechOf(
      agent.voiceSettings,
      brief.language,
      voiceFor(providers.synthesisers[0].voices, agent.voiceSettings, brief.language, defaultVoiceId),
    ),
    timeZone: agent.timeZone ?? null,
    onUsage: owner.onUsage,
    providers,
    tracks,
    knowledge: async (question) =>
      agent.knowledgeSourceIds.length === 0 ? [] : deps.knowledge(agent.knowledgeSourceIds, question),
    tools: toolsOf(deps, agent),
    onHeard: (track, mulaw) => {
      voice.heard(track, mulaw);
      lines.onRecorded(track, mulaw);
    },
    post: owner.post,
    onSpeaker: lines.setSpeaker,
    observe: deps.observe,
    countPreemptive: (what) => preemptive?.(what),
    countDisclosure: deps.disclosures,
    onFailed: owner.onFailed,
    onProviderFailed: (what, error) =>
      logger.warn({ event: 'media.provider_failed', callId, what, err: providerFailure(error) }),
    now,
    originMs,
    onStep: stepLog(deps, brief),
  });
  const phrasesWritten = writePhrases(deps, attached, session, brief, providers.models, owner.onUsage);
  const removeTick = clock.add((dueMs) => {
    session.feed({ type: 'tick', dueMs }, dueMs);
    lines.tick();
    owner.onTick();
  });
  logger.info({ event: 'media.session.started', callId, resumed: brief.resumed });
  return {
    session,
    attachmentId,
    lines,
    close: async () => {
      await session.finish().finally(() => void phrasesWritten.then(release));
      removeTick();
      voice.leave();
      await tracks.close();
    },
  };
};

const openLines = (
  { businessId, callId, now, openLines: open }: CallSessionDeps,
  { attachmentId, post }: SessionOwner,
  originMs: number,
  session: () => LiveSession,
): LineHost =>
  open({
    businessId,
    callId,
    host: attachmentId,
    now,
    originMs,
    takeOver: (line, by) => session().feed({ type: 'take_over', line, by }),
    hear: (payload) => session().feed({ type: 'operator_audio', payload }),
    handBack: (note, reason) => session().feed({ type: 'hand_back', note, reason }),
    onNote: (id, text) => session().feed({ type: 'agent_note', id, text }),
    onJoined: (lineId, { by, purpose }) => post({ type: 'join_line', lineId, by, purpose }),
    onLeft: (lineId) => post({ type: 'leave_line', lineId }),
  });

/** The agent's tools as they are at the start: later changes do not affect a live call. */
const toolsOf = (
  { businessId, callId, tools }: CallSessionDeps,
  { agentId, voiceSettings: { phoneMenu } }: AttachedMedia['agent'],
): LiveSessionDeps['tools'] => {
  const own = tools.of(businessId, agentId);
  return {
    tools: phoneMenu === undefined ? own : own.then(withKeys),
    useTool: async (useId, name, args) => {
      // A stuck call is transferred by name, and no model has chosen the tool.
      if (
        name === phoneMenu?.transferTool &&
        !(await own).some((tool) => tool.name === name && tool.onLine === 'transfer')
      )
        return { outcome: 'failed', result: 'There is no such transfer. Nothing was done.' };
      return tools.use({ businessId, callId, agentId, useId: `${callId}-${useId}`, name, arguments: args });
    },
  };
};

/** Adds a tool that presses keys, unless the agent has one. */
const withKeys = (tools: readonly CallTool[]): readonly CallTool[] =>
  tools.some(({ onLine }) => onLine === 'send_digits')
    ? tools
    : [...tools.filter(({ name }) => name !== PRESS_KEYS.name), PRESS_KEYS];

/** Gives the session phrases in its language, if a model has to write them. Resolves once it has, or cannot. */
const writePhrases = async (
  { businessId, writtenPhrases }: CallSessionDeps,
  { agent }: AttachedMedia,
  session: LiveSession,
  { language, facts = {} }: SessionBrief,
  models: MediaProviders['models'],
  onUsage: LiveSessionDeps['onUsage'],
): Promise<void> => {
  if (hasPhrases(language)) return;
  const { agentId } = agent;
  const phrases = await writtenPhrases.of({ businessId, agentId, language, models, onUsage });
  if (phrases !== null) session.feed({ type: 'phrases', phrases: phrasesOfCall(phrases, agent, facts) });
};

/** Starts the session's log if one is kept. */
const stepLog = (
  { callId, sessionLog }: CallSessionDeps,
  brief: LiveSessionDeps['brief'],
): LiveSessionDeps['onStep'] => {
  if (sessionLog === null) return null;
  sessionLog(callId, briefLine(brief));
  return (input, atMs, outputs) => sessionLog(callId, inputLine(input, atMs, outputs));
};
