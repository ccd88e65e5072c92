/** Data Sources: their versions, the rows of tables, and the texts of documents. */
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { PASSAGE_VECTORS_KIND } from '../../actors/passage-vectors/events.js';
import { SOURCE_ROWS_KIND } from '../../actors/source-rows/events.js';
import { defineView, following } from '../kernel/view.js';
import { dataSourceQueries } from './queries.js';
import { projectSourceRows, SOURCE_ROW_TABLES } from './rows.js';
import { projectSources } from './sources.js';
import { DATA_SOURCE_TABLES } from './tables.js';
import { SOURCE_TEXT_TABLES, sourceTextQueries } from './text.js';
import { embeddingQueries, PASSAGE_VECTOR_TABLES, projectVectors } from './vectors.js';
import { ingestionQueries, valueQueries } from './version-queries.js';
import { projectVersions } from './versions.js';

/** Data Sources. */
export const dataSources = defineView({
  name: 'data-sources',
  tables: [DATA_SOURCE_TABLES, SOURCE_ROW_TABLES, SOURCE_TEXT_TABLES, PASSAGE_VECTOR_TABLES],
  projections: [
    // First: it copies the text of a document, which the versions projection drops on activation.
    following(DATA_SOURCE_KIND, projectSources),
    following(DATA_SOURCE_KIND, projectVersions),
    following(SOURCE_ROWS_KIND, projectSourceRows),
    following(PASSAGE_VECTORS_KIND, projectVectors),
  ],
  queries: (db) => ({
    ...dataSourceQueries(db),
    ...ingestionQueries(db),
    ...valueQueries(db),
    ...sourceTextQueries(db),
    ...embeddingQueries(db),
  }),
});
