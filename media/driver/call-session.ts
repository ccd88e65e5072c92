/**
 * The session of one live call with everything it uses: the agent's providers, recording tracks, tools, knowledge,
 * operators' lines, and the clock. It starts when the call's media is attached and owns them until it is closed.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { AttachedMedia, SessionCommand } from '../../actors/call/commands.js';
import type { MediaDialect } from '../../providers/carriers/media-dialect.js';
import type { Passage } from '../../providers/llm/language-model.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { RecordingStore } from '../../providers/recordings/recording-store.js';
import { furtherVoiceFor, voiceFor } from '../../providers/speech/voice-choice.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import { SWITCH_LANGUAGE_TOOL } from '../../schemas/agents/tool.js';
import type { PacingClock } from '../audio/pacing-clock.js';
import type { CallOfMedia, Remembering } from '../call-of-media.js';
import type { CallLines } from '../operators/call-line.js';
import { type Consultation, createConsultation } from '../operators/consultation.js';
import type { LineHost, LineHostDeps } from '../operators/line-host.js';
import type { Voices } from '../operators/voices.js';
import type { MediaProviders, ProvidersOfCalls, TakenProviders } from '../providers.js';
import type { DisclosureOutcome, PreemptiveCount, SessionBrief } from '../session/io.js';
import { hasPhrases } from '../speech/phrases.js';
import { agentSpeechOf } from '../speech/spoken-request.js';
import {
  type CallTool,
  CONNECT_CUSTOMER,
  PRESS_KEYS,
  switchLanguageTool,
  type ToolsOfCalls,
} from '../tools.js';
import { createLiveSession, type LiveSession, type LiveSessionDeps } from './live-session.js';
import { briefOf, ownLanguage, phrasesOfCall } from './session-brief.js';
import { type OpenSessionLog, startSessionLog } from './session-log.js';
import type { WrittenPhrases } from './written-phrases.js';

export interface CallSessionDeps {
  readonly businessId: string;
  readonly callId: string;
  readonly dialect: MediaDialect;
  /** Passages of Data Sources that match a question, within a size that a model can take. */
  readonly knowledge: (
    sourceIds: readonly string[],
    question: KnowledgeQuestion,
  ) => Promise<readonly Passage[]>;
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
  /** Lines to other calls, for consultations. */
  readonly callLines: CallLines;
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
  /** Keeps session logs; null: none are kept. */
  readonly sessionLog: OpenSessionLog | null;
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
  attached: AttachedMedia & Remembering,
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
  const log = deps.sessionLog === null ? null : startSessionLog(deps.sessionLog, deps, brief);
  const lines = openLines(deps, owner, originMs, () => session);
  const voice = voices.join(businessId, callId, () => session.currentWords());
  const consultation = consultationOf(deps, owner, attached, () => session);
  const session: LiveSession = createLiveSession({
    brief,
    speechIn: (language) =>
      agentSpeechOf(agent.voiceSettings, language, voiceIn(language, attached, providers, defaultVoiceId)),
    onLanguage: (language) => {
      logger.info({ event: 'media.session.language', callId, language });
      writePhrasesIn(language);
    },
    timeZone: agent.timeZone ?? null,
    onUsage: owner.onUsage,
    providers,
    tracks,
    knowledge: async (question) =>
      agent.knowledgeSourceIds.length === 0 ? [] : deps.knowledge(agent.knowledgeSourceIds, question),
    tools: consultation === null ? toolsOf(deps, agent, brief.languages) : toolsOfConsultation(consultation),
    onHeard: (track, mulaw) => {
      voice.heard(track, mulaw);
      lines.onRecorded(track, mulaw);
      if (track === 'customer') consultation?.hear(mulaw);
    },
    post: owner.post,
    onSpeaker: lines.setSpeaker,
    observe: deps.observe,
    countPreemptive: (what) => preemptive?.(what),
    countDisclosure: deps.disclosures,
    onFailed: owner.onFailed,
    onProviderFailed: (what, error) =>
      logger.warn({ event: 'media.provider_failed', callId, what, err: providerFailure(error) }),
    spare: deps.clock.spare,
    now,
    originMs,
    onStep: log?.add ?? null,
  });
  const written: Promise<void>[] = [];
  const writePhrasesIn = (language: string): void => {
    const { models } = providers;
    written.push(writePhrases(deps, attached, { session, brief, language, models, onUsage: owner.onUsage }));
  };
  writePhrasesIn(brief.language);
  const removeTick = clock.add((dueMs) => {
    session.feed({ type: 'tick', dueMs }, dueMs);
    lines.tick();
    owner.onTick();
  });
  logger.info({ event: 'media.session.started', callId, resumed: brief.resumed });
  // An earlier session of this call had connected them.
  if (attached.toolUses.some(({ name, outcome }) => name === CONNECT_CUSTOMER.name && outcome === 'done'))
    void consultation?.connect();
  return {
    session,
    attachmentId,
    lines,
    close: async () => {
      consultation?.close();
      await session.finish().finally(() => void Promise.all(written).then(release));
      removeTick();
      voice.leave();
      await Promise.all([tracks.close(), log?.close()]);
    },
  };
};

/** The customer's place on the line of a consultation. */
const CUSTOMER_LINE = 'customer';

/** Null: the call is no consultation. */
const consultationOf = (
  { businessId, callId, callLines, now }: CallSessionDeps,
  { post }: SessionOwner,
  { consultationOf: customerCallId }: AttachedMedia,
  session: () => LiveSession,
): Consultation | null => {
  if (customerCallId === undefined) return null;
  const by = { type: 'call', id: customerCallId } as const;
  return createConsultation({
    lines: callLines,
    businessId,
    callId: customerCallId,
    by: { type: 'call', id: callId },
    now,
    wait: (ms) => delay(ms, undefined, { ref: false }),
    onConnected: () => {
      post({ type: 'join_line', lineId: CUSTOMER_LINE, by, purpose: 'take_over' });
      session().feed({ type: 'take_over', line: CUSTOMER_LINE, by });
    },
    onCustomer: (payload) => session().feed({ type: 'operator_audio', payload }),
    onDisconnected: (note) => {
      session().feed({ type: 'hand_back', note, reason: 'handed_back' });
      post({ type: 'leave_line', lineId: CUSTOMER_LINE });
    },
  });
};

const toolsOfConsultation = (consultation: Consultation): LiveSessionDeps['tools'] => ({
  tools: Promise.resolve([CONNECT_CUSTOMER]),
  useTool: () => consultation.connect(),
});

const voiceIn = (
  language: string,
  { agent }: AttachedMedia,
  { synthesisers: [{ voices }] }: MediaProviders,
  defaultVoiceId: string,
): string => {
  const own = ownLanguage(agent);
  const ownVoiceId = voiceFor(voices, agent.voiceSettings, own, defaultVoiceId);
  return language === own ? ownVoiceId : furtherVoiceFor(voices, ownVoiceId, language, defaultVoiceId);
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
  languages: SessionBrief['languages'],
): LiveSessionDeps['tools'] => {
  const own = tools.of(businessId, agentId);
  const withOwnTools = async (): Promise<readonly CallTool[]> => {
    const offered = phoneMenu === undefined ? await own : withKeys(await own);
    return languages === undefined ? offered : withLanguages(offered, languages);
  };
  return {
    tools: withOwnTools(),
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

/** Adds the tool that switches the language, in place of any other with its name. */
const withLanguages = (
  tools: readonly CallTool[],
  languages: NonNullable<SessionBrief['languages']>,
): readonly CallTool[] => [
  ...tools.filter(({ name }) => name !== SWITCH_LANGUAGE_TOOL),
  switchLanguageTool(languages.map(({ language }) => language)),
];

/** Adds a tool that presses keys, unless the agent has one. */
const withKeys = (tools: readonly CallTool[]): readonly CallTool[] =>
  tools.some(({ onLine }) => onLine === 'send_digits')
    ? tools
    : [...tools.filter(({ name }) => name !== PRESS_KEYS.name), PRESS_KEYS];

interface PhrasesToWrite {
  readonly session: LiveSession;
  readonly brief: SessionBrief;
  readonly language: string;
  readonly models: MediaProviders['models'];
  readonly onUsage: LiveSessionDeps['onUsage'];
}

/** Gives the session phrases in a language, if a model has to write them. Resolves once it has, or cannot. */
const writePhrases = async (
  { businessId, writtenPhrases }: CallSessionDeps,
  { agent }: AttachedMedia,
  { session, brief: { facts = {} }, language, models, onUsage }: PhrasesToWrite,
): Promise<void> => {
  if (hasPhrases(language)) return;
  const { agentId } = agent;
  const phrases = await writtenPhrases.of({ businessId, agentId, language, models, onUsage });
  if (phrases === null) return;
  session.feed({ type: 'phrases', language, phrases: phrasesOfCall(phrases, agent, language, facts) });
};
