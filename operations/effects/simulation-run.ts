/** Effects of simulation runs: reserving the charge, playing and judging conversations, charging those that were played. */
import type { Logger } from 'pino';
import type { EffectContext, EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import type { SimulationRunCommand, SimulationRunEffect } from '../../actors/simulation-run/commands.js';
import { providerFailure } from '../../providers/provider-failure.js';
import type { FairSlots } from '../../providers/scheduling/fair-slots.js';
import type { RehearsedConversation } from '../../schemas/simulations/conversation.js';
import type { Verdict } from '../../schemas/simulations/verdict.js';
import type { ViewStore } from '../../views/views.js';
import { capture, reserve } from '../accounts/charge.js';
import type { ModelOf } from '../model-text.js';
import { keptConversation } from '../simulations/kept-conversation.js';
import type { Rehearse } from '../simulations/rehearse.js';
import { rehearsalOf } from '../simulations/request.js';
import type { JudgeByRules } from '../simulations/rule-verdicts.js';
import { verdictsOn } from '../simulations/verdicts.js';

/** Simulated conversations of a node at a time, in all and per business: they leave room for calls. */
export const SIMULATION_SLOTS = { inAll: 6, perOwner: 4 } as const;
/** Longest that a conversation may take in real time, with its verdicts, ms. */
const PLAY_MS = 15 * 60_000;
/** Attempts at a conversation, in total. */
const ATTEMPTS = 2;

/** What became of a conversation. `too_slow`: the machine fell behind. */
export type SimulationOutcome = 'played' | 'failed' | 'too_slow' | 'interrupted';

export interface SimulationRunEffectDeps {
  readonly actors: ActorClient;
  readonly views: Pick<ViewStore, 'timeZoneOf'>;
  readonly modelOf: ModelOf;
  readonly rehearse: Rehearse;
  readonly judgeByRules: JudgeByRules;
  /** Limits the conversations at a time. */
  readonly slots: FairSlots;
  /** Called when a conversation takes its slot; returns a function for its end. */
  readonly observe: () => (outcome: SimulationOutcome) => void;
  /** ms since the epoch. */
  readonly now: () => number;
  readonly logger: Logger;
  /** Default: {@link PLAY_MS}. */
  readonly playMs?: number;
}

type Handlers = EffectHandlers<SimulationRunEffect, SimulationRunCommand>;
type PlayEffect = Extract<SimulationRunEffect, { readonly kind: 'play_conversation' }>;
type Playing = EffectContext<PlayEffect>;

export const simulationRunEffects = (deps: SimulationRunEffectDeps): Handlers => ({
  fund_simulation: async ({ ref: { business, id }, effect: { microcredits } }) => ({
    type: 'fund_result',
    funded: await reserve(deps.actors, business, id, microcredits),
  }),

  play_conversation: async (playing) => {
    const { ref, effect, signal } = playing;
    const release = await deps.slots.take(ref.business, signal);
    const ended = deps.observe();
    let outcome: SimulationOutcome = 'interrupted';
    try {
      const conversation = await play(deps, playing);
      const verdicts = await judge(deps, playing, conversation);
      outcome = outcomeOf(conversation);
      const { place } = effect;
      const kept = keptConversation(conversation, verdicts);
      return { type: 'played', place, failed: outcome !== 'played', conversation: kept };
    } finally {
      release();
      ended(outcome);
    }
  },

  settle_simulation: async ({ ref: { business, id }, effect: { microcredits } }) => {
    await capture(deps.actors, business, { reservationId: id, microcredits, simulationRunId: id });
    return { type: 'settle_result', chargedMicrocredits: microcredits };
  },
});

/** Only a conversation with verdicts is charged. */
const outcomeOf = ({ problem, tooSlow = null }: RehearsedConversation): SimulationOutcome => {
  if (tooSlow !== null) return 'too_slow';
  return problem?.of === 'simulation' ? 'failed' : 'played';
};

const failedBecause = (text: string): RehearsedConversation => ({
  lines: [],
  toolUses: [],
  endReason: null,
  answerMs: [],
  problem: { of: 'simulation', text },
});

const RESTARTED =
  'the service restarted while live tools were in use, which may have acted; the conversation is not repeated';

/** Faults of the simulation are part of the result; a conversation with live tools is played once. @throws the reason of the signal */
const play = async (deps: SimulationRunEffectDeps, playing: Playing): Promise<RehearsedConversation> => {
  const { effect, resumed } = playing;
  const isLive = effect.scenario.content.tools?.mode === 'live';
  if (isLive && resumed) return failedBecause(RESTARTED);
  let conversation = await attempt(deps, playing, 1);
  for (let number = 2; number <= ATTEMPTS && !isLive && outcomeOf(conversation) === 'failed'; number += 1)
    conversation = await attempt(deps, playing, number);
  return conversation;
};

const attempt = async (
  { rehearse, views, now, logger, playMs = PLAY_MS }: SimulationRunEffectDeps,
  { ref, effect, signal }: Playing,
  number: number,
): Promise<RehearsedConversation> => {
  const about = { businessId: ref.business, simulationRunId: ref.id, place: effect.place, attempt: number };
  const startedAt = performance.now();
  let tokens = 0;
  const request = rehearsalOf(ref, effect, {
    timeZone: views.timeZoneOf(ref.business),
    now: now(),
    onUsage: (_model, { input, output }) => {
      tokens += input + output;
    },
  });
  try {
    const conversation = await rehearse(request, AbortSignal.any([signal, timeoutSignal(playMs)]));
    const ms = Math.round(performance.now() - startedAt);
    logger.info({ event: 'simulation.played', ...about, outcome: outcomeOf(conversation), ms, tokens });
    return conversation;
  } catch (error) {
    signal.throwIfAborted();
    logger.warn({ event: 'simulation.failed', ...about, err: providerFailure(error) });
    return failedBecause('the conversation could not be played in time');
  }
};

/** In the order of the criteria. */
const judge = async (
  { modelOf, judgeByRules }: SimulationRunEffectDeps,
  { ref, effect, signal }: Playing,
  conversation: RehearsedConversation,
): Promise<readonly Verdict[]> => {
  const { criteria, judge: { samples } = { samples: 1 } } = effect.scenario.content;
  const isJudged = criteria.map((criterion) => criterion.judge !== undefined);
  const model = modelOf(ref.business, null);
  const [byModel, byRules] = await Promise.all([
    verdictsOn(
      conversation,
      criteria.filter((_, index) => isJudged[index]),
      { model, samples },
    ),
    judgeByRules({ conversation, criteria: criteria.filter((_, index) => !isJudged[index]) }, signal),
  ]);
  signal.throwIfAborted();
  const verdicts = new Map([...byModel, ...byRules].map((verdict) => [verdict.criterion, verdict]));
  return criteria.flatMap(({ name }) => verdicts.get(name) ?? []);
};
