/** Suppressing a number, and a contact's block as a suppression that follows the contact. */
import t from 'tap';
import { contactPoint } from '../../../actors/contact-point/index.js';
import { followBlock } from '../../../operations/contacts/contact-block.js';
import { contactPointOf } from '../../../operations/outreach/contact-point-of.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import { suppress } from '../../../operations/outreach/suppressing.js';
import { suppressionRule } from '../../../operations/outreach/suppression-rule.js';
import { createSealer } from '../../../operations/sealing.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { contactOf } from '../../support/views/resources.js';

const BUSINESS = 'b1';
const OLD = '+14155550123';
const NEW = '+14155550124';
const sealer = createSealer('secret');

const createWorld = () => {
  const { actors, foldOf } = foldedActors();
  const pointOf = (address: string) =>
    foldOf(contactPoint, contactPointOf({ sealer }, BUSINESS, { channel: 'phone', address }).id);
  return { deps: { actors, sealer, installationTimeZone: 'UTC', destinations: ANY_DESTINATION }, pointOf };
};

t.test('the id of a contact point hides the number, and depends on business and secret', async (t) => {
  const point = { channel: 'phone', address: OLD } as const;
  const { id } = contactPointOf({ sealer }, BUSINESS, point);
  t.match(id, /^[0-9a-f]{32}$/);
  t.equal(contactPointOf({ sealer: createSealer('secret') }, BUSINESS, point).id, id);
  t.not(contactPointOf({ sealer }, 'b2', point).id, id);
  t.not(contactPointOf({ sealer: createSealer('another') }, BUSINESS, point).id, id);
});

t.test('a block moves with the contact to its new number, and unblocking lifts only the block', async (t) => {
  const { deps, pointOf } = createWorld();
  const free = { mobiles: [OLD], communicationBlocked: false };
  const blocked = { mobiles: [OLD], communicationBlocked: true };
  const moved = { mobiles: [NEW], communicationBlocked: true };
  await followBlock(deps, BUSINESS, free, blocked, null, 'k1');
  t.match(pointOf(OLD).state.suppressions, [{ source: 'contact_block', isComplete: true }]);
  await followBlock(deps, BUSINESS, blocked, moved, null, 'k2');
  t.same(pointOf(OLD).state.suppressions, []);
  t.match(pointOf(NEW).state.suppressions, [{ source: 'contact_block' }]);
  const api = { purpose: 'service', source: 'api', reason: '', by: null, hangUp: false } as const;
  await suppress(deps, BUSINESS, { point: { channel: 'phone', address: NEW }, ...api }, 'k3');
  await followBlock(deps, BUSINESS, moved, { ...moved, communicationBlocked: false }, null, 'k4');
  t.match(
    pointOf(NEW).state.suppressions.map(({ source }) => source),
    ['api'],
  );
});

t.test('a suppression that takes too long is answered with not_ready, and continues', async (t) => {
  const { deps, pointOf } = createWorld();
  pointOf(OLD).apply({ type: 'clear', callId: 'c1', purpose: 'service', at: 1_000, limit: null }, 1_000);
  const suppression = { purpose: 'service', source: 'api', reason: '', by: null, hangUp: false } as const;
  const point = { channel: 'phone', address: OLD } as const;
  await t.rejects(suppress(deps, BUSINESS, { point, ...suppression }, 'k1', 300), { code: 'not_ready' });
  t.match(pointOf(OLD).state.suppressions, [{ isComplete: false }]);
  t.ok(pointOf(OLD).effects().length > 0, 'the ordering of the call is still pending');
});

t.test('the rule checks the number and the identities of its contact', async (t) => {
  const { deps } = createWorld();
  const contact = contactOf({ id: 'p1', mobile: OLD });
  const views = stub<ViewStore>({
    contactOfMobile: () => contact.id,
    currentContact: () => contact,
    instagramIdentities: () => ['178'],
    whatsAppNumbers: () => [],
  });
  const rule = suppressionRule({ ...deps, views });
  const outreach = {
    businessId: BUSINESS,
    channel: 'voice',
    to: OLD,
    contactId: null,
    purpose: 'service',
    iterationId: null,
    at: 2_000,
  } as const;
  t.match(await rule(outreach), { result: 'passed' });
  const api = { purpose: 'service', source: 'api', reason: '', by: null, hangUp: false } as const;
  await suppress(deps, BUSINESS, { point: { channel: 'instagram', address: '178' }, ...api }, 'k1');
  t.match(await rule(outreach), { result: 'refused', code: 'suppressed' }, 'its Instagram identity');
  const instagramOutreach = { ...outreach, channel: 'instagram', to: '179', contactId: 'p1' } as const;
  t.match(await rule(instagramOutreach), { result: 'refused' }, 'another identity of the same contact');
});
