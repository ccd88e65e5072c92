/** Voice calls: one row per call for the list, and its events for the detail. */
import { ANALYSIS_KIND } from '../../actors/analysis/events.js';
import { ANALYSIS_RUN_KIND } from '../../actors/analysis-run/events.js';
import { CALL_KIND } from '../../actors/call/events.js';
import { CALL_REVIEW_KIND } from '../../actors/call-review/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { defineView, following } from '../kernel/view.js';
import { ANALYSIS_TABLES, analysisQueries, findingQueries, projectAnalyses } from './analyses.js';
import { ANALYSIS_RUN_TABLES, analysisRunQueries, projectAnalysisRuns } from './analysis-runs.js';
import { keepCalls } from './archives.js';
import { attentionQueries } from './attention.js';
import { facetQueries } from './facets.js';
import { projectHistory } from './history.js';
import { projectCalls, projectMergedCalls } from './projection.js';
import { callQueries } from './queries.js';
import { projectReviews, REVIEW_TABLES, tagQueries } from './reviews.js';
import { CALL_ARCHIVE_TABLES, CALL_HISTORY_TABLES, CALL_TABLES } from './tables.js';
import { projectWaveforms } from './waveform.js';

export type { CallDetail, CallFacts, LengthOfCalls } from './queries.js';

/** Voice calls. */
export const calls = defineView({
  name: 'calls',
  tables: [
    CALL_TABLES,
    CALL_HISTORY_TABLES,
    CALL_ARCHIVE_TABLES,
    ANALYSIS_TABLES,
    ANALYSIS_RUN_TABLES,
    REVIEW_TABLES,
  ],
  // The history looks up the call's row, so it comes second; the waveform reads the history.
  projections: [
    following(CALL_KIND, projectCalls),
    following(CALL_KIND, projectHistory),
    following(CALL_KIND, projectWaveforms),
    following(CONTACT_KIND, projectMergedCalls),
    following(ANALYSIS_KIND, projectAnalyses),
    following(ANALYSIS_RUN_KIND, projectAnalysisRuns),
    following(CALL_REVIEW_KIND, projectReviews),
  ],
  archives: [keepCalls(CALL_KIND.name)],
  queries: (db) => ({
    ...callQueries(db),
    ...analysisQueries(db),
    ...findingQueries(db),
    ...analysisRunQueries(db),
    ...tagQueries(db),
    ...attentionQueries(db),
    ...facetQueries(db),
  }),
});
