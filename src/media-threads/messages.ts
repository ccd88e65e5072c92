/**
 * What the main thread and its media threads tell each other: what concerns a call as a whole, never its frames. All that
 * one turn of a loop has to say goes as one message, because waking a thread costs as much as what it is woken for.
 */
import type { AttachedMedia, CallDetails, CallEnd, SessionCommand } from '../../actors/call/commands.js';
import type { NatsAccess } from '../../actors/runtime/nats-access.js';
import type { DisclosureOutcome, PreemptiveCount } from '../../media/session/io.js';
import type { ToolAnswer, ToolUseOnCall } from '../../media/tools.js';
import type { OwnList } from '../../operations/providers/own-lists.js';
import type { Passage, ToolDefinition } from '../../providers/llm/language-model.js';
import type { CountedUsage } from '../../providers/llm/networked-model.js';
import type { NameOutcome, NameUse } from '../../providers/names/tenant-names.js';
import type { RecordingCount } from '../../providers/recordings/shared-store.js';
import type { SpeechChunk, SpeechRequest } from '../../providers/speech/synthesiser.js';
import type { ErrorCode } from '../../schemas/error-table.js';
import type { ErrorDetail } from '../../schemas/errors.js';
import type { ProviderRole } from '../../schemas/provider-list.js';
import type { Config } from '../config.js';
import type { ProviderSetting } from '../providers-in-use/installation.js';
import type { ListOutcome } from '../providers-in-use/own-shares.js';

/** What a thread is started with: plain data. */
export interface MediaThreadStart {
  /** From 1. */
  readonly number: number;
  readonly host: string;
  /** All threads share it. */
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
    | 'sessionLogDir'
    | 'speech'
    | 'speechDir'
    | 'tenantNameServers'
    | 'timeZone'
    | 'carriers'
    | 'voiceDetector'
    | 'dataDir'
    | 'development'
  >;
  /** As PARLEY_TRUSTED_PROXIES. */
  readonly trustedProxies: string;
  readonly maxConnections: number;
  readonly nats: NatsAccess;
  readonly replicas: number;
  /** Signs media tokens. */
  readonly mediaToken: string;
  /** Of the simulated network, and of our account there; null without one. */
  readonly networkUrl: string | null;
  readonly loopbackAuth: string;
  /** The journal's time (shared-clock.ts). */
  readonly clock: SharedArrayBuffer;
  /** Where its audio waits until the store of recordings has it. */
  readonly spool: string;
}

/** What a thread cannot know by itself. `id` is its own, and comes with the answer. */
export type MediaQuestion =
  | (OfCall & {
      readonly type: 'attach';
      readonly attachmentId: string;
      readonly carrierCallId: string;
      readonly commandId: string;
    })
  | (OfCall & { readonly type: 'tell'; readonly command: SessionCommand; readonly commandId: string })
  | (OfCall & { readonly type: 'get' })
  | {
      readonly type: 'knowledge';
      readonly id: number;
      readonly sourceIds: readonly string[];
      readonly question: string;
    }
  | {
      readonly type: 'tools';
      readonly id: number;
      readonly businessId: string;
      readonly agentId: string;
    }
  | { readonly type: 'use_tool'; readonly id: number; readonly use: ToolUseOnCall }
  /** The lists of providers of a business that hold for its agent. */
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
  | { readonly type: 'attached'; readonly id: number; readonly media: AttachedMedia }
  | { readonly type: 'told'; readonly id: number; readonly ended: CallEnd | null }
  | { readonly type: 'call'; readonly id: number; readonly call: CallDetails | null }
  | { readonly type: 'passages'; readonly id: number; readonly passages: readonly Passage[] }
  | { readonly type: 'tools'; readonly id: number; readonly tools: readonly ToolDefinition[] }
  | { readonly type: 'tool_used'; readonly id: number; readonly answer: ToolAnswer }
  /** With their credentials: it is the same process. */
  | { readonly type: 'providers'; readonly id: number; readonly lists: readonly OwnList[] }
  | {
      readonly type: 'refused';
      readonly id: number;
      readonly code: ErrorCode;
      readonly message: string;
      readonly details: readonly ErrorDetail[];
      readonly retryAfterSeconds: number | null;
    };

/** What a thread says of itself when it is asked. */
export interface MediaThreadState {
  readonly sessions: number;
  /** Audio that is only on this node, bytes. */
  readonly unsentBytes: number;
  /** Lateness of its loop since it was asked last, as far as it was at work, ms by quantile. */
  readonly ownDelayMs: readonly (readonly [quantile: string, ms: number])[];
}

/** What happened in a thread, to be counted. */
export type MediaCount =
  | { readonly type: 'latency'; readonly measure: string; readonly ms: number }
  | { readonly type: 'recording'; readonly what: RecordingCount }
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
  | { readonly type: 'how_are_you'; readonly id: number }
  /** Phrases that an agent's customers are likely to say. */
  | { readonly type: 'learn'; readonly phrases: readonly string[] }
  /** Speech that was made ahead of its call. */
  | {
      readonly type: 'speech';
      /** Who speaks (providers-in-use/in-use.ts). */
      readonly speaker: string;
      readonly request: SpeechRequest;
      readonly chunks: readonly SpeechChunk[];
    }
  /** Other providers of the installation, which the main thread has opened before. */
  | { readonly type: 'change'; readonly setting: ProviderSetting }
  /** Hands its calls over, and stays. */
  | { readonly type: 'hand_over' }
  /** Hands its calls over, commits what is owed, and ends. */
  | { readonly type: 'drain' };

/** Sends at the end of the turn what one turn has to say. */
export const gathering = <T>(send: (messages: readonly T[]) => void): ((message: T) => void) => {
  let gathered: T[] = [];
  return (message) => {
    gathered.push(message);
    if (gathered.length > 1) return;
    setImmediate(() => {
      const messages = gathered;
      gathered = [];
      send(messages);
    });
  };
};
