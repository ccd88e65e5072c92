/** Data Sources: their versions, the rows of tables and the texts of documents. */
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { SOURCE_ROWS_KIND } from '../../actors/source-rows/events.js';
import { defineView, following } from '../kernel/view.js';
import { DATA_SOURCE_TABLES, projectDataSources } from './data-sources.js';
import { dataSourceQueries } from './queries.js';
import { projectSourceRows, SOURCE_ROW_TABLES } from './rows.js';
import { SOURCE_TEXT_TABLES, sourceTextQueries } from './text.js';

/** Data Sources. */
export const dataSources = defineView({
  name: 'data-sources',
  tables: [DATA_SOURCE_TABLES, SOURCE_ROW_TABLES, SOURCE_TEXT_TABLES],
  projections: [following(DATA_SOURCE_KIND, projectDataSources), following(SOURCE_ROWS_KIND, projectSourceRows)],
  queries: (db) => ({ ...dataSourceQueries(db), ...sourceTextQueries(db) }),
});
