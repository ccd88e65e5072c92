/** Call media on a node: in the main thread, and in media threads if those are configured. */
import { randomUUID } from 'node:crypto';
import { accessOf } from '../../actors/runtime/nats/access.js';
import { affordableConnections } from '../../gateway/server/connections.js';
import { mediaPath } from '../../gateway/sockets/media.js';
import { callOfMedia } from '../../media/call-of-media.js';
import { createMediaHost } from '../../media/host/host.js';
import { createMediaTokens } from '../../media/host/media-token.js';
import type { MediaHost } from '../../media/media-host.js';
import type { CallLines } from '../../media/operators/call-line.js';
import { createAgentNotes, createCallLines } from '../../media/operators/call-lines.js';
import { createVoices } from '../../media/operators/voices.js';
import type { ToolsOfCalls } from '../../media/tools.js';
import type { NoteDesk } from '../../operations/calls/call-deps.js';
import { knowledgeFor } from '../../operations/knowledge/knowledge.js';
import { GREETING_MEMORY_MS, memoriesFor } from '../../operations/memory/memories.js';
import { ownListsFor } from '../../operations/providers/own-lists.js';
import type { AgentTools } from '../../operations/tools/agent-tools.js';
import { prepareSpeech } from '../../providers/speech/speech-cache.js';
import type { SpeechChunk, SpeechRequest } from '../../providers/speech/synthesiser.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import {
  type CountersOfMedia,
  countIn,
  observeMedia,
  refusedConnectionCounter,
} from '../media-threads/metrics.js';
import { shareClock } from '../media-threads/shared-clock.js';
import { type MediaThreads, startMediaThreads } from '../media-threads/threads.js';
import { disclosureCounter, preemptiveCounter } from '../metrics/node.js';
import type { TakenForSpeech } from '../providers-in-use/in-use.js';
import { dialectsOf, type External } from './external.js';
import type { Foundation } from './foundation.js';
import type { Knowledge } from './knowledge.js';
import type { Messaging } from './messaging.js';
import type { Providers } from './providers.js';
import type { State } from './state.js';
import { recordingSpool, type Stores } from './stores.js';
import type { Tools } from './tools.js';

export interface Media {
  readonly mediaHost: MediaHost;
  /** Lines to calls, wherever their media is. */
  readonly lines: CallLines;
  readonly agentNotes: NoteDesk;
  /** Null: the main thread handles all media. */
  readonly mediaThreads: MediaThreads | null;
  /** Maximum number of open connections of each thread that has sockets. */
  readonly maxConnections: number;
  /** The URL to which a carrier streams a call. */
  mediaUrl(carrier: string, businessId: string, callId: string): string;
  /** Prepares speech before its call, wherever the media will be. Never throws: `onFailed` receives the error. */
  prepare(taken: TakenForSpeech, request: SpeechRequest, onFailed: (error: unknown) => void): Promise<void>;
  /** Makes recognisers learn phrases before their call, likewise. */
  learnAhead(phrases: readonly string[]): void;
}

type Services = Foundation & External & Messaging & Stores & State & Providers & Knowledge & Tools;

/** Prepares for calls. @throws Error if a media thread cannot be started */
export const hostMedia = async (services: Services): Promise<Media> => {
  const { config, nc, carriers, providersInUse, recordings, registry } = services;
  const { clock, latency, logger, now, secrets, journalTime } = services;
  const countPreemptive = preemptiveCounter(registry);
  const countDisclosure = disclosureCounter(registry);
  const tokens = createMediaTokens(secrets.mediaToken, journalTime);
  const { callOf, knowledge, tools } = mediaDependencies(services);
  const mediaHost = createMediaHost({
    nc,
    callOf,
    dialects: dialectsOf(carriers),
    tokens,
    providersOf: providersInUse.take,
    knowledge,
    tools,
    recordings,
    clock,
    voices: createVoices({ nc, logger }),
    newId: randomUUID,
    now,
    wallClock: journalTime,
    observe: latency.observe,
    logger,
    sessionLog: services.sessionLogSpool?.open ?? null,
    preemptive: config.preemptive ? countPreemptive : null,
    disclosures: countDisclosure,
  });
  const maxConnections = Math.floor(affordableConnections() / (1 + (config.mediaThreads?.count ?? 0)));
  const threads = await threadsFor(services, maxConnections, {
    preemptive: countPreemptive,
    disclosures: countDisclosure,
  });
  observeMedia(registry, { mediaHost, recordings, threads });
  return {
    mediaHost,
    lines: createCallLines({ nc, newId: randomUUID, now }),
    agentNotes: createAgentNotes(nc),
    mediaThreads: threads,
    maxConnections,
    mediaUrl: (carrier, businessId, callId) => {
      const base = threads?.url ?? services.reachable();
      return `${base.replace(/^http/, 'ws')}${mediaPath(carrier, tokens.sign(businessId, callId))}`;
    },
    prepare: (taken, request, onFailed) =>
      threads === null
        ? prepareSpeech(taken.providers.synthesisers[0], request, onFailed)
        : prepareForThreads(taken, threads, request, onFailed),
    learnAhead: (phrases) => {
      providersInUse.current().learn(phrases);
      threads?.learn(phrases);
    },
  };
};

/** How long a reply waits for the vectors of its question, ms: they were requested at the likely end of the turn. */
const EMBEDDING_MS = 150;

/** The services of the node that a session uses. */
const mediaDependencies = ({
  actors,
  agentTools,
  countUnread,
  logger,
  questions,
  sealer,
  views,
}: Foundation & Messaging & State & Knowledge & Tools) => ({
  callOf: (businessId: string, callId: string) =>
    callOfMedia(actors, { business: businessId, id: callId }, ({ agent, contactId, consultationOf }) =>
      memoriesFor(
        { views, logger, countUnread },
        {
          businessId,
          agentId: agent.agentId,
          // A colleague is no customer.
          contactId: consultationOf === undefined ? (contactId ?? null) : null,
          timeZone: agent.timeZone ?? null,
        },
        GREETING_MEMORY_MS,
      ),
    ),
  knowledge: async (sourceIds: readonly string[], question: KnowledgeQuestion) => {
    if (question.isAhead !== true)
      return await knowledgeFor({ views, questions }, sourceIds, question, EMBEDDING_MS);
    questions?.ahead(question);
    return [];
  },
  tools: toolsOfCalls(agentTools),
  listsFor: (businessId: string, agentId: string | null) =>
    ownListsFor({ actors, sealer }, businessId, agentId),
});

const toolsOfCalls = ({ of, use }: AgentTools): ToolsOfCalls => ({
  of: (businessId, agentId) => of(businessId, agentId, 'call'),
  use: ({ businessId, agentId, callId, useId, name, arguments: args }) =>
    use({ businessId, agentId, context: { type: 'call', id: callId }, useId, name, arguments: args }),
});

const threadsFor = async (
  services: Services,
  maxConnections: number,
  counters: Pick<CountersOfMedia, 'preemptive' | 'disclosures'>,
): Promise<MediaThreads | null> => {
  const { config, latency, logger, nats, network, registry, replicas, secrets } = services;
  const { mediaThreads: setting } = config;
  if (setting === null) return null;
  const { addressLimit, dataDir, development, logLevel, loopbackAuth, model, recordings, speech, carriers } =
    config;
  const { preemptive, realtime, sessionLogDays, sessionLogDir, speechDir, tenantNameServers, timeZone } =
    config;
  const { voiceDetector, noiseSuppression } = config;
  return startMediaThreads({
    count: setting.count,
    publicUrl: setting.publicUrl,
    start: {
      host: config.host,
      port: setting.port,
      settings: {
        addressLimit,
        dataDir,
        development,
        logLevel,
        loopbackAuth,
        model,
        preemptive,
        timeZone,
        recordings,
        sessionLogDays,
        sessionLogDir,
        speech,
        speechDir,
        tenantNameServers,
        carriers,
        voiceDetector,
        noiseSuppression,
        realtime,
      },
      trustedProxies: config.trustedProxies.map(([address, bits]) => `${address}/${bits}`).join(','),
      maxConnections,
      nats: accessOf(nats),
      replicas,
      mediaToken: secrets.mediaToken,
      clock: shareClock(services.journalTime),
      networkUrl: network?.url ?? config.loopbackUrl,
      loopbackAuth: secrets.loopbackAuth,
    },
    nodeSpool: recordingSpool(config),
    adoptSessionLogs: services.sessionLogs.adopt,
    ...mediaDependencies(services),
    onCount: countIn({
      latency,
      recordings: services.countRecordings,
      sessionLogs: services.countSessionLogs,
      tokens: services.countTokens,
      ...counters,
      lists: services.countLists,
      names: services.countNames,
      connectionRefused: refusedConnectionCounter(registry),
    }),
    logger,
  });
};

/** Synthesised once, for whichever thread the call's socket reaches. */
const prepareForThreads = async (
  { providers, speaker }: TakenForSpeech,
  threads: MediaThreads,
  request: SpeechRequest,
  onFailed: (error: unknown) => void,
): Promise<void> => {
  const chunks: SpeechChunk[] = [];
  try {
    // Copied: the bytes may be part of a larger buffer, all of which would be sent.
    for await (const chunk of providers.synthesisers[0].synthesise(request, new AbortController().signal))
      chunks.push({ ...chunk, mulaw: chunk.mulaw.slice() });
    threads.addSpeech(speaker, request, chunks);
  } catch (error) {
    onFailed(error);
  }
};
