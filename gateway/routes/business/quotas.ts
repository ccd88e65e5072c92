/** A business's quotas and their use (docs/reference/api.md "Quotas"). */
import { Type } from 'typebox';
import type { Quotas } from '../../../operations/quotas/quotas.js';
import { QuotaResource } from '../../../schemas/accounts/quotas.js';
import { about } from '../../../schemas/described.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery } from '../common.js';

export const quotaRoutes = (quotas: Pick<Quotas, 'usageOf'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/quotas',
    operationId: 'listQuotas',
    summary: 'List the quotas of the business, with their usage and limits.',
    description:
      'At a limit, requests that add to it are 409 `quota_exceeded`; reads, deletions and calls go on, and messages of customers are always accepted.',
    sessionOnly: true,
    role: 'viewer',
    query: BusinessQuery,
    response: Type.Object({ quotas: Type.Array(QuotaResource, about('All quotas.')) }, closed),
    handler: async ({ businessId }) => ({ data: { quotas: [...quotas.usageOf(businessId)] } }),
  }),
];
