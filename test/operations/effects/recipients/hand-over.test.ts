/** If a conversation refuses a message, the attempt fails and the log says why. */
import t from 'tap';
import { recipientsEffects } from '../../../../operations/effects/recipients/index.js';
import { ANY_DESTINATION } from '../../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../../operations/sealing.js';
import { stub } from '../../../../testkit/stub.js';
import type { ViewStore } from '../../../../views/views.js';
import { readableLog } from '../../../support/readable-log.js';
import { stubActors } from '../../../support/stub-actors.js';

t.test('a message whose contact is gone fails its attempt and is logged', async (t) => {
  const { logger, lines } = readableLog();
  const effects = recipientsEffects({
    actors: stubActors(() => null),
    views: stub<ViewStore>({ contact: () => null, agent: () => null, catchUp: async () => undefined }),
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    carrier: 'loopback',
    destinations: ANY_DESTINATION,
    now: () => 0,
    observe: () => undefined,
    logger,
  });
  const claim = { index: 0, revision: 1 };
  const answer = await effects.hand_over({
    ref: { kind: 'recipients', business: 'b', id: 'block' },
    key: 'hand_over:0',
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
    effect: {
      kind: 'hand_over',
      link: { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 },
      work: {
        channel: 'whatsapp',
        agentId: 'a',
        messageText: 'Hello.',
        templateName: null,
        maxRetries: 0,
        retryDelayMs: 0,
      },
      contactId: 'c',
      claim,
    },
  });
  t.same(answer, { type: 'attempt_ended', claim, outcome: 'failed' });
  t.match(lines, [
    {
      event: 'campaign.hand_over_refused',
      businessId: 'b',
      iterationId: 'i',
      contactId: 'c',
      reason: /^[a-z_]+$/,
    },
  ]);
});
