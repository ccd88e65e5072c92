/** Suppressed numbers and identities. */
import { CONTACT_POINT_KIND } from '../../actors/contact-point/events.js';
import { defineView, following } from '../kernel/view.js';
import { projectSuppressions, SUPPRESSION_TABLES, suppressionQueries } from './suppressions.js';

export type { SuppressionFilter } from './suppressions.js';

export const suppressions = defineView({
  name: 'suppressions',
  tables: [SUPPRESSION_TABLES],
  projections: [following(CONTACT_POINT_KIND, projectSuppressions)],
  queries: suppressionQueries,
});
