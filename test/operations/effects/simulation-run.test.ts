/** Conversations of a run are played, judged and kept; faults of the simulation are repeated once, and cost nothing. */
import { setTimeout as delay } from 'node:timers/promises';
import t from 'tap';
import { business } from '../../../actors/business/index.js';
import type { SimulationRunEffect } from '../../../actors/simulation-run/commands.js';
import type { SimulatedAgent } from '../../../actors/simulation-run/events.js';
import { simulationRun } from '../../../actors/simulation-run/index.js';
import { type SimulationOutcome, simulationRunEffects } from '../../../operations/effects/simulation-run.js';
import type { RehearsalRequest, Rehearse } from '../../../operations/simulations/rehearse.js';
import { ruleVerdictOn } from '../../../operations/simulations/rules.js';
import type { LanguageModel } from '../../../providers/llm/language-model.js';
import { createFairSlots } from '../../../providers/scheduling/fair-slots.js';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import type { ScenarioContent } from '../../../schemas/simulations/kept-scenario.js';
import { fold } from '../../support/actors/fold.js';
import { readableLog } from '../../support/readable-log.js';
import { AGENT_PROFILE, SIMULATION_ESTIMATE, SIMULATION_PRICE } from '../../support/simulations/estimate.js';
import { startSimulations } from '../../support/simulations/world.js';

const REF = { kind: 'simulation-run', business: 'b1', id: 'r1' };
const TALK: RehearsedConversation = {
  lines: [
    { speaker: 'customer', text: 'hello' },
    { speaker: 'agent', text: 'Good day.' },
  ],
  toolUses: [],
  endReason: null,
  answerMs: [],
  problem: null,
};
const FAULT: RehearsedConversation = {
  ...TALK,
  lines: [],
  problem: { of: 'simulation', text: 'the persona failed' },
};

const judgeModel: LanguageModel = {
  name: 'judge',
  respond: async function* () {
    yield { type: 'text', text: JSON.stringify({ reason: 'kind', score: 8 }) };
  },
};

const world = (
  results: readonly (RehearsedConversation | Error)[],
  {
    content = {},
    inAll = 2,
    playMs = 5_000,
    agent = {},
  }: {
    content?: Partial<ScenarioContent>;
    inAll?: number;
    playMs?: number;
    agent?: Partial<SimulatedAgent>;
  } = {},
) => {
  const { deps, folded } = startSimulations();
  const { logger, lines } = readableLog();
  const requests: RehearsalRequest[] = [];
  const outcomes: SimulationOutcome[] = [];
  let active = 0;
  let mostActive = 0;
  const rehearse: Rehearse = async (request, signal) => {
    const result = results[Math.min(requests.length, results.length - 1)] ?? TALK;
    requests.push(request);
    active += 1;
    mostActive = Math.max(mostActive, active);
    try {
      await delay(10, undefined, { signal });
      if (result instanceof Error) throw result;
      request.onUsage('m', { input: 3, output: 4 });
      return result;
    } finally {
      active -= 1;
    }
  };
  const handlers = simulationRunEffects({
    actors: deps.actors,
    views: { timeZoneOf: () => 'Europe/Berlin' },
    modelOf: () => judgeModel,
    rehearse,
    judgeByRules: async ({ conversation, criteria }) =>
      criteria.map((criterion) => ruleVerdictOn(conversation, criterion)),
    slots: createFairSlots({ inAll, perOwner: inAll }),
    observe: () => (outcome) => outcomes.push(outcome),
    now: () => Date.parse('2026-05-05T12:00:00Z'),
    logger,
    playMs,
  });
  const run = fold(simulationRun, REF.id);
  const { scenario } = SIMULATION_ESTIMATE;
  run.apply(
    {
      ...SIMULATION_ESTIMATE,
      agent: { ...SIMULATION_ESTIMATE.agent, ...agent },
      scenario: { ...scenario, content: { ...scenario.content, ...content } },
    },
    0,
  );
  run.apply({ type: 'confirm', maxChargeMicrocredits: 3 * SIMULATION_PRICE }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  const owed = (place: number): Extract<SimulationRunEffect, { kind: 'play_conversation' }> => {
    const effect = simulationRun.effects(run.state)[`play:${place}`];
    if (effect?.kind !== 'play_conversation') throw new Error('nothing is owed');
    return effect;
  };
  const play = (place: number, more: { resumed?: boolean; signal?: AbortSignal } = {}) =>
    handlers.play_conversation({
      ref: REF,
      key: `play:${place}`,
      effect: owed(place),
      resumed: false,
      attempt: 1,
      signal: new AbortController().signal,
      assertOurs: () => undefined,
      ...more,
    });
  return { play, handlers, folded, requests, outcomes, lines, mostActive: () => mostActive };
};

t.test(
  'a conversation is played with the agent of the run, and has a verdict for each criterion',
  async (t) => {
    const { play, requests, outcomes, lines } = world([TALK]);
    t.match(await play(0), {
      type: 'played',
      place: 0,
      failed: false,
      conversation: {
        lines: TALK.lines,
        verdicts: [
          { criterion: 'greets', outcome: 'passed' },
          { criterion: 'polite', outcome: 'passed', score: 8 },
        ],
        isCut: false,
      },
    });
    t.match(requests, [
      {
        businessId: 'b1',
        channel: 'whatsapp',
        agent: { agentId: 'a1', instructions: 'Book tables.', timeZone: 'Europe/Berlin' },
        customer: { name: 'Ann' },
        tools: { mode: 'mocked' },
        seed: 1,
        mostTurns: 12,
      },
    ]);
    await play(1);
    t.equal(requests[1]?.seed, 2, 'each place has a seed of its own');
    t.not(requests[1]?.conversationId, requests[0]?.conversationId);
    t.same(outcomes, ['played', 'played']);
    t.match(lines[0], {
      event: 'simulation.played',
      simulationRunId: 'r1',
      place: 0,
      outcome: 'played',
      tokens: 7,
    });
  },
);

t.test('placeholders, memories and mocked answers are those of the run and its customer', async (t) => {
  const { play, requests } = world([TALK], {
    content: {
      customers: [{ name: 'Ann', lines: ['hello'], memory: ['Likes the garden.'], runs: 3 }],
      tools: {
        answers: [{ tool: 'book', result: 'Booked.' }],
        offered: [{ name: 'book', description: 'Books.' }],
      },
      seed: 4_294_967_295,
      mostTurns: 3,
    },
    agent: {
      profile: {
        ...AGENT_PROFILE,
        instructions: 'Greet {{name}}.',
        voiceSettings: { firstGreeting: 'Hello {{name}}.' },
      },
      values: { name: 'Ann' },
    },
  });
  await play(0);
  t.match(requests[0], {
    agent: { values: { name: 'Ann' }, greeting: 'Hello Ann.' },
    memories: [{ day: '2026-05-04', kind: 'fact', text: 'Likes the garden.', by: null }],
    tools: {
      mode: 'mocked',
      offered: [{ name: 'book', parameters: { type: 'object' } }],
      answers: [{ tool: 'book', result: 'Booked.' }],
    },
    seed: 4_294_967_295,
    mostTurns: 3,
  });
  t.notMatch(requests[0]?.agent.instructions, /Ann/, 'instructions refer to values');
});

t.test('a fault of the simulation is repeated once, and then counts as failed', async (t) => {
  const twice = world([FAULT, TALK]);
  t.match(await twice.play(0), { failed: false });
  t.equal(twice.requests.length, 2);
  const always = world([FAULT]);
  t.match(await always.play(0), {
    failed: true,
    conversation: {
      problem: { of: 'simulation' },
      verdicts: [{ outcome: 'error' }, { criterion: 'polite', outcome: 'error' }],
    },
  });
  t.equal(always.requests.length, 2);
  t.same(always.outcomes, ['failed']);
});

t.test('a conversation for which the machine was too slow costs nothing, and is not repeated', async (t) => {
  const { play, requests, outcomes } = world([{ ...TALK, tooSlow: { behindMs: 900 } }]);
  t.match(await play(0), { failed: true, conversation: { tooSlow: { behindMs: 900 } } });
  t.equal(requests.length, 1);
  t.same(outcomes, ['too_slow']);
});

t.test('a fault of the agent is a result', async (t) => {
  const { play } = world([{ ...TALK, problem: { of: 'agent', text: 'it wrote nothing' } }]);
  t.match(await play(0), {
    failed: false,
    conversation: { verdicts: [{ outcome: 'failed' }, { outcome: 'failed' }] },
  });
});

t.test("an error of the engine is kept without its text, which may be a provider's", async (t) => {
  const { play, lines } = world([new Error('secret of a provider')]);
  const result = await play(0);
  t.match(result, { failed: true, conversation: { problem: { of: 'simulation' } } });
  t.notMatch(JSON.stringify(result), /secret/);
  t.match(
    lines.find(({ event }) => event === 'simulation.failed'),
    { simulationRunId: 'r1', place: 0 },
  );
});

t.test('a conversation that takes too long fails, and an aborted one reports nothing', async (t) => {
  const slow = world([TALK], { playMs: 1 });
  t.match(await slow.play(0), { failed: true });
  const { play, outcomes } = world([TALK]);
  const stop = new AbortController();
  const playing = play(0, { signal: stop.signal });
  stop.abort(new Error('cancelled'));
  await t.rejects(playing, { message: 'cancelled' });
  t.same(outcomes, ['interrupted']);
});

t.test('live tools are used once: neither a fault nor a restart repeats the conversation', async (t) => {
  const content = { tools: { mode: 'live' } } as const;
  const faulty = world([FAULT], { content });
  t.match(await faulty.play(0), { failed: true });
  t.equal(faulty.requests.length, 1);
  t.match(faulty.requests[0], { tools: { mode: 'live' } });
  const resumed = world([TALK], { content });
  t.match(await resumed.play(0, { resumed: true }), { failed: true });
  t.equal(resumed.requests.length, 0);
  const mocked = world([TALK]);
  t.match(await mocked.play(0, { resumed: true }), { failed: false }, 'mocked tools have done nothing');
});

t.test('a node plays a limited number of conversations at a time', async (t) => {
  const { play, mostActive } = world([TALK], { inAll: 1 });
  await Promise.all([play(0), play(1)]);
  t.equal(mostActive(), 1);
});

t.test('the whole charge is reserved, and what was played is captured', async (t) => {
  const { handlers, folded } = world([TALK]);
  const context = {
    ref: REF,
    key: 'k',
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
  };
  const fund = (microcredits: number) =>
    handlers.fund_simulation({ ...context, effect: { kind: 'fund_simulation', microcredits } });
  t.same(await fund(2_000_000), { type: 'fund_result', funded: false });
  t.same(await fund(30_000), { type: 'fund_result', funded: true });
  const effect = { kind: 'settle_simulation', microcredits: 20_000 } as const;
  t.same(await handlers.settle_simulation({ ...context, effect }), {
    type: 'settle_result',
    chargedMicrocredits: 20_000,
  });
  t.match(folded.foldOf(business, 'b1').events.at(-1), {
    type: 'credit.reservation_captured',
    simulationRunId: 'r1',
    chargedMicrocredits: 20_000,
    releasedMicrocredits: 10_000,
  });
});
