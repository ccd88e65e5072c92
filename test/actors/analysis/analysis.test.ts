/** A call is analysed once when it has ended, for a charge that was reserved, and again by runs. */
import t from 'tap';
import type { AnalysisCommand } from '../../../actors/analysis/commands.js';
import { analysis } from '../../../actors/analysis/index.js';
import { analysisRun } from '../../../actors/analysis-run/index.js';
import {
  abandonedAnalysisEffects,
  abandonedAnalysisRunEffects,
} from '../../../operations/trouble/abandon-effect.js';
import type { Findings } from '../../../schemas/analysis/call-analysis.js';
import { NO_ANALYSIS_SETTINGS } from '../../../schemas/analysis/settings.js';
import type { RunFilter } from '../../../schemas/calls/filters.js';
import { fold } from '../../support/actors/fold.js';

const PRICE = 2_000;
const REQUEST: AnalysisCommand = {
  type: 'request',
  settings: NO_ANALYSIS_SETTINGS,
  settingsId: 's1',
  priceMicrocredits: PRICE,
};
const FINDINGS: Findings = {
  summary: 'A table.',
  sentiment: 'neutral',
  requests: [],
  criteria: [],
  fields: [],
};

t.test('a completed analysis is charged once', async (t) => {
  const one = fold(analysis);
  one.apply(REQUEST, 0);
  t.same(one.effects(), ['fund'], 'no model is used before the charge is reserved');
  t.same(one.apply(REQUEST, 1), [], 'a repeated end of the call');
  one.apply({ type: 'fund_result', funded: true }, 2);
  t.same(one.effects(), ['analyse']);
  one.apply({ type: 'analysed', result: { type: 'completed', findings: FINDINGS } }, 3);
  t.match(analysis.effects(one.state), { settle: { microcredits: PRICE } });
  one.apply({ type: 'settle_result', chargedMicrocredits: PRICE }, 4);
  t.same(one.effects(), []);
  t.same(one.apply(REQUEST, 5), []);
});

t.test(
  'the end of a call is prepared once, and its settings are read before anything is reserved',
  async (t) => {
    const one = fold(analysis);
    one.apply({ type: 'prepare', agentId: 'a1' }, 0);
    t.same(one.apply({ type: 'prepare', agentId: 'a1' }, 1), [], 'a repeated end of the call');
    t.same(analysis.effects(one.state), { read: { kind: 'read_settings', agentId: 'a1' } });
    one.apply(REQUEST, 2);
    t.same(one.effects(), ['fund']);
    t.same(one.apply({ type: 'prepare', agentId: 'a1' }, 3), []);
  },
);

t.test(
  'an analysis whose settings cannot be read fails when an operator drops it, and settles nothing',
  async (t) => {
    const one = fold(analysis);
    one.apply({ type: 'prepare', agentId: 'a1' }, 0);
    one.apply(abandonedAnalysisEffects.read_settings({ kind: 'read_settings', agentId: 'a1' }), 1);
    t.match(one.events.at(-1), { type: 'analysis.ended', result: { type: 'failed', failure: 'abandoned' } });
    t.same(one.effects(), []);
  },
);

t.test('the campaign of a call receives what its recipient requested, once', async (t) => {
  const recipient = { iterationId: 'i1', block: 2, claim: { index: 7, revision: 1 } };
  const evidence = [{ turn: 1, atMs: 900 }];
  const report = (findings: Findings | null) => {
    const one = fold(analysis);
    one.apply({ type: 'prepare', agentId: 'a1', recipient }, 0);
    one.apply(REQUEST, 1);
    one.apply({ type: 'fund_result', funded: true }, 2);
    t.same(one.effects(), ['analyse'], 'nothing is reported yet');
    const result =
      findings === null
        ? ({ type: 'failed', failure: 'model_failed' } as const)
        : ({ type: 'completed', findings } as const);
    one.apply({ type: 'analysed', result }, 3);
    return one;
  };
  const at = '2026-05-05T08:00:00.000Z';
  const one = report({
    ...FINDINGS,
    requests: [
      { request: 'no_contact', at: null, evidence },
      { request: 'call_back', at, evidence },
    ],
  });
  t.same(analysis.effects(one.state).report, {
    kind: 'report_findings',
    recipient,
    requested: { callBackAt: Date.parse(at), refusesContact: true },
  });
  one.apply({ type: 'report_taken' }, 4);
  t.same(one.effects(), ['settle']);
  t.same(one.apply({ type: 'report_taken' }, 5), []);
  one.apply(
    { type: 'repeat', analysisRunId: 'r1', settingsId: 's2', findings: FINDINGS, chargedMicrocredits: 0 },
    6,
  );
  t.same(one.effects(), ['settle'], 'a run reports nothing');
  const nothing = { callBackAt: null, refusesContact: false };
  t.match(analysis.effects(report(null).state).report, { requested: nothing }, 'a failed analysis');
  t.match(analysis.effects(report(FINDINGS).state).report, { requested: nothing });
});

t.test('a failed analysis frees the reservation, and costs nothing', async (t) => {
  const one = fold(analysis);
  one.apply(REQUEST, 0);
  one.apply({ type: 'fund_result', funded: true }, 1);
  one.apply({ type: 'analysed', result: { type: 'failed', failure: 'model_failed' } }, 2);
  t.match(analysis.effects(one.state), { settle: { microcredits: 0 } });
});

t.test('without credit nothing is analysed, and nothing is settled', async (t) => {
  const one = fold(analysis);
  one.apply(REQUEST, 0);
  const [ended] = one.apply({ type: 'fund_result', funded: false }, 1);
  t.match(ended, { type: 'analysis.ended', result: { type: 'failed', failure: 'insufficient_credit' } });
  t.same(one.effects(), []);
});

t.test('a run records its findings once, also for a call that was not analysed', async (t) => {
  const one = fold(analysis);
  const repeat: AnalysisCommand = {
    type: 'repeat',
    analysisRunId: 'r1',
    settingsId: 's2',
    findings: FINDINGS,
    chargedMicrocredits: PRICE,
  };
  t.match(one.apply(repeat, 0), [{ type: 'analysis.repeated', settingsId: 's2' }]);
  t.same(one.apply(repeat, 1), []);
  t.match(one.apply({ ...repeat, analysisRunId: 'r2' }, 2), [{ analysisRunId: 'r2' }]);
  t.same(one.effects(), []);
});

t.test('each effect of an analysis ends when an operator drops it', async (t) => {
  const one = fold(analysis);
  one.apply(REQUEST, 0);
  one.apply({ type: 'fund_result', funded: true }, 1);
  const owed = analysis.effects(one.state).analyse;
  if (owed?.kind !== 'analyse') throw new Error('nothing is owed');
  one.apply(abandonedAnalysisEffects.analyse(owed), 2);
  t.match(one.events.at(-1), { result: { type: 'failed', failure: 'abandoned' } });
});

const estimated = (calls: number, some: { readonly filter?: RunFilter } = {}) => {
  const run = fold(analysisRun);
  run.apply(
    {
      type: 'estimate',
      agentId: 'a1',
      from: 0,
      to: 9,
      ...some,
      settings: NO_ANALYSIS_SETTINGS,
      settingsId: 's1',
      calls,
      priceMicrocredits: PRICE,
      expiresAt: 100,
    },
    0,
  );
  return run;
};

t.test('a run starts with exactly the estimated charge, before the estimate expires', async (t) => {
  const run = estimated(3);
  t.same(run.effects(), []);
  const confirm = { type: 'confirm', maxChargeMicrocredits: 3 * PRICE } as const;
  const mismatch = { code: 'analysis_estimate_mismatch' };
  t.throws(() => run.apply({ ...confirm, maxChargeMicrocredits: PRICE }, 1), mismatch);
  t.throws(() => run.apply(confirm, 100), mismatch);
  run.apply(confirm, 2);
  t.same(run.apply(confirm, 3), [], 'a repetition');
  run.apply({ type: 'fund_result', funded: false }, 4);
  t.match(analysisRun.queries(run.state).get(), { status: 'estimated', unfunded: true });
  run.apply(confirm, 5);
  t.same(run.effects(), ['fund:2'], 'it may be confirmed again');
});

t.test('a run analyses no more calls than were estimated, and charges those that it analysed', async (t) => {
  const run = estimated(22);
  run.apply({ type: 'confirm', maxChargeMicrocredits: 22 * PRICE }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  t.match(analysisRun.effects(run.state), { 'analyse:0': { limit: 20, cursor: null } });
  run.apply({ type: 'page_analysed', page: 0, analysed: 20, failures: [], cursor: 'c20' }, 3);
  t.match(analysisRun.effects(run.state), { 'analyse:1': { limit: 2, cursor: 'c20' } });
  t.same(run.apply({ type: 'page_analysed', page: 0, analysed: 20, failures: [], cursor: 'c20' }, 4), []);
  const failures = [{ callId: 'c22', failure: 'model_failed' }] as const;
  run.apply({ type: 'page_analysed', page: 1, analysed: 1, failures, cursor: 'c22' }, 5);
  t.match(run.events.at(-1), { type: 'analysis_run.ended', status: 'partial' });
  t.match(analysisRun.effects(run.state), { settle: { microcredits: 21 * PRICE } });
});

t.test('a run over some calls looks for those', async (t) => {
  const filter = { tag: 'later', success: false };
  const run = estimated(3, { filter });
  run.apply({ type: 'confirm', maxChargeMicrocredits: 3 * PRICE }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  t.match(analysisRun.effects(run.state), { 'analyse:0': { of: { agentId: 'a1', from: 0, to: 9, filter } } });
});

t.test('a run that was given up is partial', async (t) => {
  const run = estimated(3);
  run.apply({ type: 'confirm', maxChargeMicrocredits: 3 * PRICE }, 1);
  run.apply({ type: 'fund_result', funded: true }, 2);
  const owed = analysisRun.effects(run.state)['analyse:0'];
  if (owed?.kind !== 'analyse_page') throw new Error('nothing is owed');
  run.apply(abandonedAnalysisRunEffects.analyse_page(owed), 3);
  t.match(run.events.at(-1), { type: 'analysis_run.ended', status: 'partial' });
});
