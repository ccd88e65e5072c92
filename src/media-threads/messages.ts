/**
 * The messages between the main thread and its media threads: they concern a call as a whole, never its frames. All
 * messages of one turn of a loop are sent as one, because waking a thread costs as much as the work it is woken for.
 */
import type { AttachedMedia, CallDetails, CallEnd, SessionCommand } from '../../actors/call/commands.js';
import type { NatsAccess } from '../../actors/runtime/nats/access.js';
import type { Remembering } from '../../media/call-of-media.js';
import type { DisclosureOutcome, PreemptiveCount } from '../../media/session/io.js';
import type { ToolAnswer, ToolUseOnCall } from '../../media/tools.js';
import type { OwnList } from '../../operations/providers/own-lists.js';
import type { Passage, ToolDefinition } from '../../providers/llm/language-model.js';
import type { CountedUsage } from '../../providers/llm/networked-model.js';
import type { NameOutcome, NameUse } from '../../providers/names/tenant-names.js';
import type { RecordingCount } from '../../providers/recordings/shared-store.js';
import type { SessionLogCount } from '../../providers/session-logs/spool.js';
import type { SpeechChunk, SpeechRequest } from '../../providers/speech/synthesiser.js';
import type { ProviderRole } from '../../schemas/accounts/provider-list.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import type { ErrorCode } from '../../schemas/error-table.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import type { Config } from '../config/index.js';
import type { ProviderSetting } from '../providers-in-use/installation.js';
import type { ListOutcome } from '../providers-in-use/own-shares.js';

/** The start data of a thread: plain data. */
export interface MediaThreadStart {
  /** Counted from 1. */
  readonly number: number;
  readonly host: string;
  /** Shared by all threads. */
  readonly port: number;
  readonly settings: Pick<
    Config,
    | 'addressLimit'
    | 'logLevel'
    | 'loopbackAuth'
    | 'model'
    | 'preemptive'
    | 'realtime'
    | 'recordings'
    | 'sessionLogDays'
    | 'sessionLogDir'
    | 'speech'
    | 'speechDir'
    | 'tenantNameServers'
    | 'timeZone'
    | 'carriers'
    | 'voiceDetector'
    | 'noiseSuppression'
    | 'dataDir'
    | 'development'
  >;
  /** The value of PARLEY_TRUSTED_PROXIES. */
  readonly trustedProxies: string;
  readonly maxConnections: number;
  readonly nats: NatsAccess;
  readonly replicas: number;
  /** Signs media tokens. */
  readonly mediaToken: string;
  /** Address of the simulated network, and the auth token of our account there; null without one. */
  readonly networkUrl: string | null;
  readonly loopbackAuth: string;
  /** The journal's time (shared-clock.ts). */
  readonly clock: SharedArrayBuffer;
  /** Directory in which its audio waits until the recording store has it. */
  readonly spool: string;
}

/** Questions that a thread cannot answer itself. The thread chooses `id`; the answer has the same one. */
export type MediaQuestion =
  | (OfCall & {
      readonly type: 'attach';
      readonly attachmentId: string;
      readonly carrierCallId: string;
      readonly commandId: string;
    })
  | (OfCall & { readonly type: 'command'; readonly command: SessionCommand; readonly commandId: string })
  | (OfCall & { readonly type: 'get' })
  | {
      readonly type: 'knowledge';
      readonly id: number;
      readonly sourceIds: readonly string[];
      readonly question: KnowledgeQuestion;
    }
  | {
      readonly type: 'tools';
      readonly id: number;
      readonly businessId: string;
      readonly agentId: string;
    }
  | { readonly type: 'use_tool'; readonly id: number; readonly use: ToolUseOnCall }
  /** The provider lists of a business that apply to its agent. */
  | {
      readonly type: 'providers';
      readonly id: number;
      readonly businessId: string;
      readonly agentId: string | null;
    };

interface OfCall {
  readonly id: number;
  readonly businessId: string;
  readonly callId: string;
}

export type MediaAnswer =
  | { readonly type: 'attached'; readonly id: number; readonly media: AttachedMedia & Remembering }
  | { readonly type: 'command_done'; readonly id: number; readonly ended: CallEnd | null }
  | { readonly type: 'call'; readonly id: number; readonly call: CallDetails | null }
  | { readonly type: 'passages'; readonly id: number; readonly passages: readonly Passage[] }
  | { readonly type: 'tools'; readonly id: number; readonly tools: readonly ToolDefinition[] }
  | { readonly type: 'tool_used'; readonly id: number; readonly answer: ToolAnswer }
  /** With their credentials: the thread is in the same process. */
  | { readonly type: 'providers'; readonly id: number; readonly lists: readonly OwnList[] }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
      readonly retryAfterSeconds: number | null;
    };

/** The state that a thread reports on request. */
export interface MediaThreadState {
  readonly sessions: number;
  /** Audio that is only on this node, bytes. */
  readonly unsentBytes: number;
  /** Lateness of its loop since the previous report, as far as the thread was running, ms by quantile. */
  readonly ownDelayMs: readonly (readonly [quantile: string, ms: number])[];
}

/** Events of a thread that are counted. */
export type MediaCount =
  | { readonly type: 'latency'; readonly measure: string; readonly ms: number }
  | { readonly type: 'recording'; readonly what: RecordingCount }
  | { readonly type: 'session_log'; readonly log: SessionLogCount }
  | ({ readonly type: 'tokens'; readonly model: string } & CountedUsage)
  | { readonly type: 'preemptive'; readonly what: PreemptiveCount }
  | {
      readonly type: 'name_lookup';
      readonly use: NameUse;
      readonly outcome: NameOutcome;
      readonly ms: number;
    }
  | { readonly type: 'disclosure'; readonly outcome: DisclosureOutcome }
  | { readonly type: 'provider_list'; readonly role: ProviderRole | 'all'; readonly outcome: ListOutcome }
  | { readonly type: 'connection_refused' };

export type FromThread =
  | { readonly type: 'ready' }
  | { readonly type: 'question'; readonly question: MediaQuestion }
  | { readonly type: 'counted'; readonly counts: readonly MediaCount[] }
  | { readonly type: 'state'; readonly id: number; readonly state: MediaThreadState };

export type ToThread =
  | { readonly type: 'answer'; readonly answer: MediaAnswer }
  | { readonly type: 'get_state'; readonly id: number }
  /** Phrases that an agent's customers are likely to say. */
  | { readonly type: 'learn'; readonly phrases: readonly string[] }
  /** Speech synthesised ahead of its call. */
  | {
      readonly type: 'speech';
      /** Opaque key of its synthesisers (providers-in-use/in-use.ts). */
      readonly speaker: string;
      readonly request: SpeechRequest;
      readonly chunks: readonly SpeechChunk[];
    }
  /** New providers of the installation, which the main thread has already opened. */
  | { readonly type: 'change'; readonly setting: ProviderSetting }
  /** Hand the calls over, and keep running. */
  | { readonly type: 'hand_over' }
  /** Hand the calls over, commit pending work, and end. */
  | { readonly type: 'drain' };

/** Collects the messages of one turn of the event loop, and sends them at its end. */
export const batched = <T>(send: (messages: readonly T[]) => void): ((message: T) => void) => {
  let batch: T[] = [];
  return (message) => {
    batch.push(message);
    if (batch.length > 1) return;
    setImmediate(() => {
      const messages = batch;
      batch = [];
      send(messages);
    });
  };
};
