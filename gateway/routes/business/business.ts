/** The business of the caller, so that a client needs nothing but its key. */
import { Type } from 'typebox';
import { text } from '../../../schemas/described.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed, described } from '../../../schemas/shapes.js';
import type { Views } from '../../../views/views.js';
import { type Route, route } from '../../route.js';

const Response = Type.Object(
  {
    businessId: described(BusinessId, 'The business that the key or session belongs to.'),
    name: text('The name of the business.', 'Acme'),
  },
  closed,
);

/** The route about the caller's business. */
export const businessRoutes = (views: Pick<Views, 'business'>): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/business',
    operationId: 'readBusiness',
    summary: 'Read which business the key or session belongs to.',
    description: 'Needs no scope: a client that has a key and no `businessId` begins here.',
    scopes: [],
    role: 'viewer',
    ofCaller: true,
    response: Response,
    handler: async ({ businessId }) => ({
      // A key is shown after its business.
      data: { businessId, name: views.business(businessId)?.name ?? '' },
    }),
  }),
];
