/** The request that plays one conversation of a run. Pure. */
import type { ActorRef } from '../../actors/runtime/actor.js';
import type { SimulationRunEffect } from '../../actors/simulation-run/commands.js';
import { factsFor, referringInstructions } from '../../providers/llm/untrusted.js';
import { deriveId } from '../../schemas/ids.js';
import { DEFAULT_TURNS } from '../../schemas/simulations/scenario.js';
import type { SimulatedTools } from '../../schemas/simulations/tools.js';
import { fillPlaceholders } from '../../schemas/text.js';
import type { RehearsalRequest, RehearsalTools } from './rehearse.js';
import { memoriesOf } from './scenario-memory.js';

const DEFAULT_SEED = 1;
const SEEDS = 2 ** 32;

interface RequestFacts extends Pick<RehearsalRequest, 'onUsage'> {
  /** IANA name; null: the installation's. */
  readonly timeZone: string | null;
  /** ms since the epoch. */
  readonly now: number;
}

/** The same conversation of two runs has the same seed, so that they differ in the agent alone. */
export const rehearsalOf = (
  ref: Pick<ActorRef, 'business' | 'id'>,
  {
    place,
    agent: { agentId, profile, values },
    scenario: { channel, content },
    customer,
  }: Extract<SimulationRunEffect, { readonly kind: 'play_conversation' }>,
  { timeZone, now, onUsage }: RequestFacts,
): RehearsalRequest => {
  const instructions = referringInstructions(profile.instructions, values);
  const { firstGreeting = '', disclosure = '' } = profile.voiceSettings;
  return {
    businessId: ref.business,
    channel,
    agent: {
      agentId,
      instructions,
      values: factsFor(instructions, values),
      greeting: fillPlaceholders(firstGreeting, values),
      disclosure: fillPlaceholders(disclosure, values),
      languageCode: profile.languageCode,
      voiceSettings: profile.voiceSettings,
      knowledgeSourceIds: profile.dataSourceIds,
      timeZone,
    },
    customer,
    tools: toolsOf(content.tools),
    memories: memoriesOf(customer, now),
    mostTurns: content.mostTurns ?? DEFAULT_TURNS,
    seed: ((content.seed ?? DEFAULT_SEED) + place) % SEEDS,
    conversationId: deriveId('simulated-conversation', ref.id, String(place)),
    onUsage,
  };
};

const toolsOf = ({
  mode = 'mocked',
  offered = [],
  answers = [],
  recorded = [],
}: SimulatedTools = {}): RehearsalTools => {
  if (mode === 'live') return { mode };
  const tools = offered.map(({ name, description, parameters = { type: 'object', properties: {} } }) => ({
    name,
    description,
    parameters,
  }));
  return mode === 'recorded' ? { mode, offered: tools, uses: recorded } : { mode, offered: tools, answers };
};
