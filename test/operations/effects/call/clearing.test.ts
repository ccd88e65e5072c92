/** The last check before a call is placed: rules, the number's contact point, and the campaign. */
import t from 'tap';
import { contactPoint } from '../../../../actors/contact-point/index.js';
import { recipients } from '../../../../actors/recipients/index.js';
import { clearingEffects } from '../../../../operations/effects/call/clearing.js';
import { contactPointOf } from '../../../../operations/outreach/contact-point-of.js';
import { ANY_DESTINATION } from '../../../../operations/outreach/destination-rule.js';
import { createSealer } from '../../../../operations/sealing.js';
import { stub } from '../../../../testkit/stub.js';
import type { ViewStore } from '../../../../views/views.js';
import { CLAIM, CLAIMING, LINK } from '../../../support/actors/claimed-recipient.js';
import { foldedActors } from '../../../support/actors/folded-actors.js';
import { anyDestination } from '../../../support/views/destinations.js';
import { contactOf } from '../../../support/views/resources.js';

const BUSINESS = 'b1';
const NUMBER = '+14155550123';
const NOW = 1_000;
const sealer = createSealer('secret');
const campaign = { ...LINK, claim: CLAIM };

/** Start of the next day in the number's time zone: midnight in Los Angeles, ms since the epoch. */
const NEXT_DAY = 8 * 3_600_000;

const createWorld = (options: { readonly attemptsPerDay?: number; readonly blocked?: boolean } = {}) => {
  const { actors, foldOf } = foldedActors(undefined, () => NOW);
  const { id } = contactPointOf({ sealer }, BUSINESS, { channel: 'phone', address: NUMBER });
  const block = foldOf(recipients, 'i-0');
  for (const command of CLAIMING) block.apply(command, 0);
  const { blocked = false, attemptsPerDay = null } = options;
  const { clear } = clearingEffects({
    actors,
    views: stub<ViewStore>({
      contactOfMobile: () => 'p1',
      currentContact: () => contactOf({ id: 'p1', mobile: NUMBER, communicationBlocked: blocked }),
      instagramIdentities: () => [],
      whatsAppNumbers: () => [],
      iterationSettings: () => null,
      catchUp: async () => undefined,
      callingHoursOf: () => ({ quietHours: null, attemptsPerDay }),
      timeZoneOf: () => null,
      ...anyDestination,
    }),
    sealer,
    now: () => NOW,
    installationTimeZone: 'Europe/Berlin',
    destinations: ANY_DESTINATION,
  });
  return {
    point: foldOf(contactPoint, id),
    block,
    clear: (link: typeof campaign | null, carrier = 'loopback') =>
      clear({
        ref: { kind: 'call', business: BUSINESS, id: 'c1' },
        key: 'clear',
        effect: { kind: 'clear', carrier, to: NUMBER, contactId: 'p1', campaign: link },
        resumed: false,
        attempt: 1,
        signal: new AbortController().signal,
        assertOurs: () => undefined,
      }),
  };
};

const suppression = {
  type: 'suppress',
  point: { channel: 'phone', address: NUMBER },
  source: 'api',
  reason: '',
  by: null,
  hangUp: false,
} as const;

t.test('the contact point of the number clears a call, and the result lists each rule', async (t) => {
  const { clear, point } = createWorld();
  t.match(await clear(null), {
    result: {
      outcome: 'cleared',
      at: NOW,
      rules: [
        { rule: 'suppression', result: 'passed' },
        { rule: 'destination', result: 'passed' },
        { rule: 'calling_hours', result: 'not_applicable' },
        { rule: 'attempts', result: 'not_applicable' },
      ],
    },
  });
  t.match(point.state.attempts, [{ callId: 'c1', purpose: 'service' }]);
});

t.test('a marketing suppression skips a campaign recipient but allows a single call', async (t) => {
  const { clear, point, block } = createWorld();
  point.apply({ ...suppression, purpose: 'marketing' }, 0);
  t.match(await clear(campaign), { result: { outcome: 'refused', reason: 'suppressed' } });
  t.match(block.events.at(-1), { type: 'recipients.reported' });
  t.ok(block.events.some((event) => event.type === 'recipient.skipped' && event.reason === 'suppressed'));
  t.match(await clear(null), { result: { outcome: 'cleared' } });
});

t.test('a call to a blocked contact is refused with the code of the block', async (t) => {
  const { clear, block } = createWorld({ blocked: true });
  t.match(await clear(campaign), {
    result: { outcome: 'refused', rules: [{ code: 'contact_blocked' }] },
  });
  t.ok(
    block.events.some((event) => event.type === 'recipient.skipped' && event.reason === 'contact_blocked'),
  );
});

t.test('a recipient whose number was called too often waits until the next call is allowed', async (t) => {
  const { clear, point, block } = createWorld({ attemptsPerDay: 1 });
  point.apply({ type: 'clear', callId: 'c0', purpose: 'service', at: 900, limit: null }, 900);
  t.match(await clear(campaign), {
    result: {
      outcome: 'refused',
      reason: 'attempts_exceeded',
      rules: [{}, {}, {}, { allowedFrom: NEXT_DAY }],
    },
  });
  t.match(block.state.recipients, [{ status: 'retry_wait', retryAt: NEXT_DAY, attempts: 0 }]);
});

t.test('a call ends if its campaign no longer holds the claim', async (t) => {
  const { clear } = createWorld();
  const lost = { ...campaign, claim: { index: 0, revision: 9 } };
  t.match(await clear(lost), { result: { outcome: 'claim_lost' } });
});

t.test('a browser call that tests an agent needs no clearance', async (t) => {
  const { clear, point } = createWorld({ blocked: true });
  t.match(await clear(null, 'browser'), { result: { outcome: 'cleared', rules: [] } });
  t.same(point.state.attempts, []);
});
