/** The usage of each business, and its own quotas (docs/reference/api.md "Quotas"). */
import { BUSINESS_KIND } from '../../actors/business/events.js';
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { defineView, following } from '../kernel/view.js';
import { FILE_TABLES, projectImportFiles, projectSourceFiles } from './files.js';
import { projectQuotas, QUOTA_TABLES, quotaQueries } from './quotas.js';
import { measureStored, STORED_TABLES, usageQueries } from './usage.js';

/** Usage and quotas. */
export const usage = defineView({
  name: 'usage',
  tables: [STORED_TABLES, FILE_TABLES, QUOTA_TABLES],
  projections: [
    following(BUSINESS_KIND, projectQuotas),
    following(CONTACT_IMPORT_KIND, projectImportFiles),
    following(DATA_SOURCE_KIND, projectSourceFiles),
  ],
  measure: measureStored,
  queries: (db) => ({ ...quotaQueries(db), ...usageQueries(db) }),
});
