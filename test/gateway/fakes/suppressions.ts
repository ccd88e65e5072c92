/** One suppressed number. */
import type { SuppressionOperations } from '../../../operations/outreach/suppression-list.js';
import type { SuppressionResource } from '../../../schemas/campaigns/suppression.js';
import { DomainError } from '../../../schemas/errors.js';
import type { Views } from '../../../views/views.js';
import { AT, CALL, SUPPRESSION } from './ids.js';
import type { OperationLog } from './operation-log.js';
import { pageOf } from './pages.js';

const suppression: SuppressionResource = {
  id: SUPPRESSION,
  channel: 'phone',
  address: '+14155552671',
  purpose: 'service',
  source: 'api',
  reason: 'By letter',
  by: null,
  status: 'suppressed',
  createdAt: AT,
};

export const suppressionViews = (): Pick<
  Views,
  'suppressions' | 'suppression' | 'instagramIdentities' | 'whatsAppNumbers'
> => ({
  suppressions: (_business, _filter, page) => pageOf(suppression, page),
  suppression: (_, id) => (id === SUPPRESSION ? suppression : null),
  instagramIdentities: () => [],
  whatsAppNumbers: () => [],
});

/** Operations that suppress nothing. */
export const suppressionOperations = ({ record }: OperationLog): SuppressionOperations => ({
  add: (caller, { suppressions }) =>
    record(caller, {
      suppressions: suppressions.map(({ address, purpose }) => ({ ...suppression, address, purpose })),
      callsAtCarrier: [CALL],
    }),
  remove: (caller, id) => {
    if (id !== SUPPRESSION) throw new DomainError('suppression_not_found');
    return record(caller, { id, removed: true });
  },
  importFile: (caller, _body, content) =>
    record(caller, {
      rows: content.length,
      suppressed: content.length,
      failed: 0,
      issues: [],
    }),
});
