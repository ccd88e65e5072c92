/** Rules are evaluated once a slot, from views that are current, and only what may change something is reported. */
import pino from 'pino';
import t from 'tap';
import type { StoredAlertRule } from '../../../actors/alert-rule/events.js';
import { alertRule } from '../../../actors/alert-rule/index.js';
import { type AlertEvaluatorDeps, createAlertEvaluator } from '../../../operations/alerts/evaluator.js';
import { stub } from '../../../testkit/stub.js';
import type { EvaluatedRule } from '../../../views/alerts/index.js';
import { isCommandOf, stubActors } from '../../support/stub-actors.js';

const RULE: StoredAlertRule = {
  name: 'Credit',
  metric: 'credit_left',
  comparison: 'below',
  threshold: 100,
  windowMinutes: null,
  minimumCount: null,
  agentId: null,
  campaignId: null,
  notifyWebhooks: true,
  emails: [],
  enabled: true,
};
const EVERY_MS = 60_000;

const evaluating = (changes: Partial<EvaluatedRule> = {}, count = 1) => {
  const world = { credit: 50, at: 10 * EVERY_MS, isReady: true, failing: '' };
  const observed: string[] = [];
  const commandIds: (string | undefined)[] = [];
  const counted: string[] = [];
  const rules = Array.from({ length: count }, (_, index) => ({
    row: index + 1,
    businessId: `b${index + 1}`,
    id: `r${index + 1}`,
    rule: RULE,
    revision: 3,
    isFiring: false,
    isSettled: false,
    ...changes,
  }));
  const evaluator = createAlertEvaluator({
    actors: stubActors((kind, id, request, commandId) => {
      if (!isCommandOf(alertRule, kind, request) || request.type !== 'observe') throw new Error(request.type);
      observed.push(`${id} ${request.slot} ${request.revision} ${request.reading.value}`);
      commandIds.push(commandId);
      return undefined;
    }),
    views: stub<AlertEvaluatorDeps['views']>({
      ready: () => world.isReady,
      alertRulesToEvaluate: (after, limit) => rules.filter(({ row }) => row > after).slice(0, limit),
      business: (businessId) => {
        if (businessId === world.failing) throw new Error('unreadable');
        return {
          businessId,
          name: 'Acme',
          lines: 1,
          leasedLines: 0,
          availableMicrocredits: world.credit,
          reservedMicrocredits: 0,
          chargedMicrocredits: 0,
        };
      },
    }),
    now: () => world.at,
    everyMs: EVERY_MS,
    logger: pino({ level: 'silent' }),
    count: (outcome) => void counted.push(outcome),
  });
  t.teardown(evaluator.stop);
  return { world, evaluator, observed, commandIds, counted };
};

t.test('a rule is evaluated once in a slot', async (t) => {
  const { world, evaluator, observed, commandIds } = evaluating();
  await evaluator.sweep();
  await evaluator.sweep();
  t.same(observed, ['r1 10 3 50']);
  world.at += EVERY_MS;
  await evaluator.sweep();
  world.at -= EVERY_MS;
  await evaluator.sweep();
  t.same(observed, ['r1 10 3 50', 'r1 11 3 50']);
  t.equal(new Set(commandIds).size, 2);
  const other = evaluating();
  await other.evaluator.sweep();
  t.equal(other.commandIds[0], commandIds[0], 'another node sends the same command');
});

t.test('nothing is evaluated while the views catch up, and the slot is not lost', async (t) => {
  const { world, evaluator, observed, counted } = evaluating();
  world.isReady = false;
  await evaluator.sweep();
  t.same([observed, counted], [[], []]);
  world.isReady = true;
  await evaluator.sweep();
  t.equal(observed.length, 1);
});

t.test('the actor is only reached if the observation may change something', async (t) => {
  const cases = [
    [50, {}, 1, 'it begins'],
    [150, {}, 0, 'it does not fire'],
    [50, { isFiring: true, isSettled: true }, 0, 'it still fires'],
    [50, { isFiring: true }, 1, 'it persists, or a notification is outstanding'],
    [150, { isFiring: true, isSettled: true }, 1, 'it may end'],
  ] as const;
  for (const [credit, changes, expected, name] of cases) {
    const { world, evaluator, observed, counted } = evaluating(changes);
    world.credit = credit;
    await evaluator.sweep();
    t.equal(observed.length, expected, name);
    t.same(counted, ['evaluated']);
  }
});

t.test('a rule that fails delays no other, and many rules are read in pages', async (t) => {
  const { world, evaluator, observed, counted } = evaluating({}, 450);
  world.failing = 'b7';
  await evaluator.sweep();
  t.equal(observed.length, 449);
  t.equal(counted.filter((outcome) => outcome === 'failed').length, 1);
});
