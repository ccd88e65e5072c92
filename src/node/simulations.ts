/** How conversations of simulations are played on this node: in virtual time, after everything that serves calls. */
import { setTimeout as delay } from 'node:timers/promises';
import { type RealTime, realTime } from '../../media/rehearsal/clock.js';
import { createRehearse } from '../../media/rehearsal/rehearse.js';
import type { EffectDeps } from '../../operations/effects/index.js';
import { SIMULATION_SLOTS } from '../../operations/effects/simulation-run.js';
import { knowledgeFor, WRITTEN_EMBEDDING_MS } from '../../operations/knowledge/knowledge.js';
import { patientRehearse } from '../../operations/simulations/patient-rehearse.js';
import { createRuleThreads, type RuleThreads } from '../../operations/simulations/rule-verdicts.js';
import { createFairSlots } from '../../providers/scheduling/fair-slots.js';
import { simulationObserver } from '../metrics/simulations.js';
import type { Foundation } from './foundation.js';
import type { Knowledge } from './knowledge.js';
import type { Media } from './media.js';
import type { Providers } from './providers.js';
import type { State } from './state.js';
import type { Tools } from './tools.js';

/** Pause after each frame of a conversation while this thread serves calls, ms: six of them take a small part of a core. */
const PAUSE_MS = 5;

/** The clock of this machine, which leaves time for calls while there are any. */
export const politeTime = (hasCalls: () => boolean, time: RealTime = realTime): RealTime => ({
  ...time,
  turn: async () => {
    if (hasCalls()) await delay(PAUSE_MS);
    else await time.turn();
  },
});

export interface Simulations {
  readonly simulations: EffectDeps['simulations'];
  /** The threads that judge conversations by rules. */
  readonly ruleThreads: RuleThreads;
}

export const openSimulations = ({
  config,
  registry,
  journalTime,
  views,
  agentTools,
  providersInUse,
  questions,
  mediaHost,
}: Foundation & State & Providers & Knowledge & Tools & Media): Simulations => {
  const ruleThreads = createRuleThreads();
  const slots = createFairSlots(SIMULATION_SLOTS);
  const rehearse = createRehearse({
    modelOf: providersInUse.modelOf,
    customerModelOf: (businessId) => providersInUse.modelOf(businessId, null),
    tools: agentTools,
    knowledge: (_businessId, sourceIds, question) =>
      knowledgeFor({ views, questions }, sourceIds, question, WRITTEN_EMBEDDING_MS),
    installationTimeZone: config.timeZone,
    wallClock: journalTime,
    // The effect of a conversation, which plays and judges it, holds one of as many slots.
    slots: createFairSlots(SIMULATION_SLOTS),
    time: politeTime(() => mediaHost.sessions() > 0),
  });
  return {
    simulations: {
      rehearse: patientRehearse(rehearse),
      judgeByRules: ruleThreads.judge,
      slots,
      observe: simulationObserver(registry, slots),
    },
    ruleThreads,
  };
};
