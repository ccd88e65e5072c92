/** Runs that analyse calls again, and jobs on contacts: their progress as the API shows it. */
import t from 'tap';
import type { AnalysisRunEvent } from '../../../actors/analysis-run/events.js';
import { NO_ANALYSIS_SETTINGS } from '../../../schemas/analysis/settings.js';
import {
  ANALYSIS_RUN_TABLES,
  analysisRunQueries,
  projectAnalysisRuns,
} from '../../../views/calls/analysis-runs.js';
import { projecting, tablesOf } from '../projected.js';

const estimated = (agentId = 'a1'): AnalysisRunEvent => ({
  type: 'analysis_run.estimated',
  agentId,
  from: 0,
  to: 9,
  settings: NO_ANALYSIS_SETTINGS,
  settingsId: 's1',
  calls: 3,
  priceMicrocredits: 2_000,
  expiresAt: 60_000,
});

t.test('a run is shown as completed only once its charge is known', async (t) => {
  const db = tablesOf(ANALYSIS_RUN_TABLES);
  const show = projecting(db, projectAnalysisRuns);
  const { analysisRun } = analysisRunQueries(db);
  const run = () => analysisRun('b1', 'a1', 'r1');
  t.equal(run(), null);
  show('r1', 1_000, estimated());
  t.same(run(), {
    analysisRunId: 'r1',
    agentId: 'a1',
    of: 'calls',
    status: 'estimated',
    calls: 3,
    analyzed: 0,
    failed: 0,
    maxChargeMicrocredits: 6_000,
    chargedMicrocredits: 0,
    createdAt: '1970-01-01T00:00:01.000Z',
    expiresAt: '1970-01-01T00:01:00.000Z',
    endedAt: null,
  });
  show('r1', 2_000, { type: 'analysis_run.confirmed' });
  t.equal(run()?.status, 'running');
  show('r1', 2_100, { type: 'analysis_run.unfunded' });
  t.equal(run()?.status, 'estimated', 'without credit it may be confirmed again');
  show('r1', 2_200, { type: 'analysis_run.confirmed' }, { type: 'analysis_run.funded' });
  const failures = [{ callId: 'c3', failure: 'model_failed' }] as const;
  show(
    'r1',
    3_000,
    { type: 'analysis_run.page_analysed', page: 1, analysed: 1, failures: [], cursor: 'c1' },
    { type: 'analysis_run.page_analysed', page: 2, analysed: 1, failures, cursor: null },
    { type: 'analysis_run.ended', status: 'partial' },
  );
  t.match(run(), { status: 'running', analyzed: 2, failed: 1, endedAt: '1970-01-01T00:00:03.000Z' });
  show('r1', 4_000, { type: 'analysis_run.settled', chargedMicrocredits: 4_000 });
  t.match(run(), { status: 'partial', chargedMicrocredits: 4_000 });
  t.equal(analysisRun('b2', 'a1', 'r1'), null, 'of another business');
  t.equal(analysisRun('b1', 'a2', 'r1'), null, 'of another agent');
});

t.test('the runs of an agent are listed newest first', async (t) => {
  const db = tablesOf(ANALYSIS_RUN_TABLES);
  const show = projecting(db, projectAnalysisRuns);
  const { analysisRuns } = analysisRunQueries(db);
  for (const [index, id] of ['r1', 'r2', 'r3'].entries()) show(id, index, estimated());
  show('r4', 9, estimated('a2'));
  const first = analysisRuns('b1', 'a1', { limit: 2, cursor: null });
  t.same(
    first.items.map(({ analysisRunId }) => analysisRunId),
    ['r3', 'r2'],
  );
  const rest = analysisRuns('b1', 'a1', { limit: 2, cursor: first.nextCursor });
  t.match(rest, { items: [{ analysisRunId: 'r1' }], nextCursor: null });
});
