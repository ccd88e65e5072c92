/** A business's quotas and their use (docs/reference/api.md "Quotas"). */
import { Type } from 'typebox';
import type { Quotas } from '../../../operations/quotas/quotas.js';
import { QuotaResource } from '../../../schemas/accounts/quotas.js';
import { closed } from '../../../schemas/shapes.js';
import { type Route, route } from '../../route.js';
import { BusinessQuery } from '../common.js';

export const quotaRoutes = (quotas: Pick<Quotas, 'usageOf'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/console/quotas',
    operationId: 'listQuotas',
    summary: 'List the quotas of the business, with their usage and limits.',
    sessionOnly: true,
    role: 'viewer',
    query: BusinessQuery,
    response: Type.Object({ quotas: Type.Array(QuotaResource) }, closed),
    handler: async ({ businessId }) => ({ data: { quotas: [...quotas.usageOf(businessId)] } }),
  }),
];
