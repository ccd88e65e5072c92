/** Recipients of a campaign that were merged with other contacts. */
import t from 'tap';
import { recipientsEffects } from '../../../../operations/effects/recipients/index.js';
import { ANY_DESTINATION } from '../../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../../operations/sealing.js';
import { DomainError } from '../../../../schemas/errors.js';
import { stub } from '../../../../testkit/stub.js';
import type { ViewStore } from '../../../../views/views.js';
import { readableLog } from '../../../support/readable-log.js';
import { stubActors } from '../../../support/stub-actors.js';
import { agentOf } from '../../../support/views/resources.js';

/** Claims the recipient `old`; `seen` are the contacts that are looked up. */
const dispatch = async (isDuplicateMember: boolean) => {
  const seen: string[] = [];
  const effects = recipientsEffects({
    actors: stubActors(() => null),
    views: stub<ViewStore>({
      agent: () => agentOf({ status: 'active' }),
      currentContactId: () => 'main',
      isDuplicateMember: (place, index, contactId) => {
        t.match([place, index, contactId], [{ iterationId: 'i', block: 0 }, 3, 'main']);
        return isDuplicateMember;
      },
      contact: (_, contactId) => {
        seen.push(contactId);
        throw new DomainError('contact_blocked');
      },
    }),
    sealer: createSealer('secret'),
    installationTimeZone: 'UTC',
    carrier: 'loopback',
    destinations: ANY_DESTINATION,
    now: () => 0,
    observe: () => undefined,
    logger: readableLog().logger,
  });
  const answer = await effects.dispatch({
    ref: { kind: 'recipients', business: 'b', id: 'block' },
    key: 'dispatch:3',
    resumed: false,
    attempt: 1,
    signal: new AbortController().signal,
    assertOurs: () => undefined,
    effect: {
      kind: 'dispatch',
      link: { campaignId: 'k', campaignName: 'K', iterationId: 'i', block: 0 },
      work: {
        channel: 'voice',
        agentId: 'a',
        messageText: null,
        templateName: null,
        maxRetries: 0,
        retryDelayMs: 0,
      },
      contactId: 'old',
      claim: { index: 3, revision: 1 },
    },
  });
  return { answer, seen };
};

t.test('a merged recipient is contacted as the contact that it belongs to', async (t) => {
  const { answer, seen } = await dispatch(false);
  t.same(seen, ['main']);
  t.match(answer, { type: 'skip', reason: 'contact_blocked' });
});

t.test('a recipient that is an earlier one since a merge is skipped', async (t) => {
  const { answer, seen } = await dispatch(true);
  t.same(seen, []);
  t.match(answer, { type: 'skip', reason: 'contact_merged', claim: { index: 3 } });
});
