/** The `webhooks` section of the API document: one item for each event that a subscription may list. */
import t from 'tap';
import { API_VERSION } from '../../../gateway/api-routes.js';
import { openApiDocument } from '../../../gateway/document/openapi.js';
import { PUBLIC_SOURCES } from '../../../operations/public-events/catalogue.js';
import { EVENT_TYPES } from '../../../schemas/events/subscription.js';
import { isRecord } from '../../../schemas/json.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';

t.test(
  'every event that a subscription may list has its payload, and its meaning from the catalogue',
  async (t) => {
    const document: unknown = openApiDocument(routesWithoutService(), API_VERSION);
    const items = isRecord(document) && isRecord(document.webhooks) ? document.webhooks : {};
    t.same(Object.keys(items).sort(), [...EVENT_TYPES].sort());
    for (const [eventType, item] of Object.entries(items)) {
      const post: unknown = isRecord(item) ? item.post : null;
      t.match(
        post,
        {
          summary: /^\S.+\.$/,
          requestBody: {
            content: {
              'application/json': { schema: Object, examples: Object },
            },
          },
        },
        eventType,
      );
      t.match(
        JSON.stringify(post),
        /"schema":\{("anyOf":\[\{)?"\$ref":"[^"]+Event"/,
        'its payload has a name',
      );
    }
  },
);

t.test('every webhook of the catalogue is one that a subscription may list', async (t) => {
  const names = PUBLIC_SOURCES.flatMap(({ events }) => events.flatMap(({ webhooks }) => webhooks));
  t.same(
    EVENT_TYPES.filter((name) => !names.includes(name)),
    [],
  );
});
