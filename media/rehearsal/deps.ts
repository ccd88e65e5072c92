/** What rehearsals need of the service, or of the command that plays them. */
import type { ModelOf } from '../../operations/model-text.js';
import type { AgentTools } from '../../operations/tools/agent-tools.js';
import type { LanguageModel, Passage } from '../../providers/llm/language-model.js';
import type { FairSlots } from '../../providers/scheduling/fair-slots.js';
import type { KnowledgeQuestion } from '../../schemas/agents/knowledge.js';
import type { RealTime } from './clock.js';

export interface RehearsalDeps {
  /** The model of the agent. */
  readonly modelOf: ModelOf;
  /** The model that plays personas; null: no persona can be played. */
  readonly customerModelOf: (businessId: string, agentId: string | null) => LanguageModel | null;
  /** The tools of agents; null: there are none. */
  readonly tools: AgentTools | null;
  /** Passages of Data Sources that match a question. */
  readonly knowledge: (
    businessId: string,
    sourceIds: readonly string[],
    question: KnowledgeQuestion,
  ) => Promise<readonly Passage[]>;
  readonly installationTimeZone: string;
  /** ms since the epoch. */
  readonly wallClock: () => number;
  /** Bounds concurrent conversations, by business. */
  readonly slots: FairSlots;
  /** Absent: the clock of this machine. */
  readonly time?: RealTime;
}
