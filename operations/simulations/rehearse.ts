/** The port through which conversations of simulated customers are played. */
import type { Memory, TokenUsage, ToolDefinition } from '../../providers/llm/language-model.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import type { RehearsedConversation, RehearsedLine } from '../../schemas/simulations/conversation.js';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { SimulationChannel } from '../../schemas/simulations/scenario.js';
import type { MockedAnswer, RecordedAnswer } from '../../schemas/simulations/tools.js';

/** The agent that is rehearsed. */
export interface RehearsedAgent {
  /** Its providers and tools are those of this agent; null: the scenario defines it. */
  readonly agentId: string | null;
  /** Every placeholder is replaced by a reference (providers/llm/untrusted.ts). */
  readonly instructions: string;
  /** Values that the instructions refer to, by alias. */
  readonly values: Readonly<Record<string, string>>;
  /** Empty: the customer speaks first. */
  readonly greeting: string;
  /** Spoken before the greeting; empty: nothing. */
  readonly disclosure: string;
  /** BCP 47; the voice settings may name another language. */
  readonly languageCode: string;
  readonly voiceSettings: VoiceSettings;
  readonly knowledgeSourceIds: readonly string[];
  /** IANA name; null: the installation's. */
  readonly timeZone: string | null;
}

/** The agent's tools. Live ones act on the world, and are used only if a person has chosen them. */
export type RehearsalTools =
  | { readonly mode: 'live' }
  | {
      readonly mode: 'mocked';
      /** Tools beside those of the agent. */
      readonly offered: readonly ToolDefinition[];
      readonly answers: readonly MockedAnswer[];
    }
  | {
      readonly mode: 'recorded';
      readonly offered: readonly ToolDefinition[];
      readonly uses: readonly RecordedAnswer[];
    };

/** An earlier tool use of a conversation that is continued. */
interface EarlierToolUse {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly outcome: 'done' | 'failed' | 'unknown';
  readonly result: string;
  /** When it began, ms since the beginning of the conversation. */
  readonly atMs: number;
  readonly durationMs: number;
}

/** A conversation up to the point at which it is continued. */
export interface EarlierConversation {
  /** In order; the times of a call are required, ms since its beginning. */
  readonly lines: readonly RehearsedLine[];
  readonly toolUses: readonly EarlierToolUse[];
}

export interface RehearsalRequest {
  readonly businessId: string;
  readonly channel: SimulationChannel;
  readonly agent: RehearsedAgent;
  readonly customer: SimulatedCustomer;
  readonly tools: RehearsalTools;
  /** What the agent remembers of the customer; empty: nothing. */
  readonly memories: readonly Memory[];
  /** Absent: the conversation begins. */
  readonly history?: EarlierConversation;
  /** Turns of the customer before they leave. */
  readonly mostTurns: number;
  /** The same seed draws the same behaviour, 0 to 2^32 - 1. */
  readonly seed: number;
  /** Identifies the conversation, for the uses of live tools. */
  readonly conversationId: string;
  /** Called with the tokens of each request to a model that reports them, the persona's included. */
  readonly onUsage: (model: string, usage: TokenUsage) => void;
}

/**
 * Plays a conversation of a simulated customer with an agent in virtual time. Faults of the agent and of the simulation are
 * part of the result. `history` is part of the context, not of the lines of the result. @throws the reason of `signal`
 */
export type Rehearse = (request: RehearsalRequest, signal: AbortSignal) => Promise<RehearsedConversation>;
