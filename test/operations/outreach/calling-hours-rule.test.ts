/** When and how often recipients may be called, and which time zone counts. */
import t from 'tap';
import type { Clearance } from '../../../actors/contact-point/commands.js';
import { attemptsLimitOf, attemptsRule } from '../../../operations/outreach/attempts-rule.js';
import { callingHoursRule } from '../../../operations/outreach/calling-hours-rule.js';
import { ANY_DESTINATION } from '../../../operations/outreach/destination-rule.js';
import type { Outreach } from '../../../operations/outreach/outreach.js';
import { OutreachRefused } from '../../../operations/outreach/rules.js';
import { createSealer } from '../../../operations/sealing.js';
import { type CallWindow, WEEKDAYS } from '../../../schemas/campaigns/call-window.js';
import type { CallingHours } from '../../../schemas/campaigns/calling-hours.js';
import { settledSettings } from '../../../schemas/campaigns/iteration-settings.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';
import { contactOf } from '../../support/views/resources.js';

const NEW_YORK = '+12125550123';
const TOLL_FREE = '+18005550123';
const NOWHERE = '+80012345678';
const nights = [{ days: [...WEEKDAYS], start: '20:00', end: '08:00' }];

interface World {
  readonly hours?: Partial<CallingHours>;
  /** Time zone of the contact; undefined: there is no contact. */
  readonly contactZone?: string | null;
  readonly businessZone?: string | null;
  readonly window?: CallWindow;
  readonly clearance?: Clearance;
}

const worldOf = ({ hours, contactZone, businessZone = null, window, clearance }: World) => ({
  actors: stubActors((_kind, _id, query) => {
    if (query.type !== 'clearance') throw new Error(`${query.type} is not expected`);
    return clearance;
  }),
  sealer: createSealer('secret'),
  installationTimeZone: 'Europe/Berlin',
  destinations: ANY_DESTINATION,
  views: stub<ViewStore>({
    callingHoursOf: () => ({ quietHours: null, attemptsPerDay: null, ...hours }),
    timeZoneOf: () => businessZone,
    contactOfMobile: () => (contactZone === undefined ? null : 'p1'),
    currentContact: () => (contactZone === undefined ? null : contactOf({ id: 'p1', timeZone: contactZone })),
    iterationSettings: () => ({ ...settledSettings(), window: window ?? null }),
    catchUp: async () => undefined,
  }),
});

const at = (text: string): number => Date.parse(text);
const call = (overrides: Partial<Outreach> = {}): Outreach => ({
  businessId: 'b1',
  channel: 'voice',
  to: NEW_YORK,
  contactId: null,
  purpose: 'service',
  iterationId: null,
  at: at('2026-01-06T12:00:00Z'),
  ...overrides,
});

const judge = (world: World, outreach: Outreach) => callingHoursRule(worldOf(world))(outreach);
const quiet = { hours: { quietHours: nights } };
const refusedUntil = (text: string) => ({
  rule: 'calling_hours',
  result: 'refused',
  code: 'quiet_hours',
  allowedFrom: at(text),
});

t.test(
  'quiet hours hold in the time zone of the contact, else of the number, else of the business',
  async (t) => {
    // It is 7:00 in New York, 13:00 in Berlin, 21:00 in Tokyo.
    t.same(await judge(quiet, call()), refusedUntil('2026-01-06T13:00:00Z'));
    t.same(await judge({ ...quiet, contactZone: null }, call()), refusedUntil('2026-01-06T13:00:00Z'));
    t.match(await judge({ ...quiet, contactZone: 'Europe/Berlin' }, call()), { result: 'passed' });
    t.same(
      await judge({ ...quiet, contactZone: 'Asia/Tokyo' }, call({ contactId: 'p1' })),
      refusedUntil('2026-01-06T23:00:00Z'),
    );
    t.match(await judge(quiet, call({ to: NOWHERE })), { result: 'passed' }, "the installation's time zone");
    t.same(
      await judge({ ...quiet, businessZone: 'Asia/Tokyo' }, call({ to: NOWHERE })),
      refusedUntil('2026-01-06T23:00:00Z'),
      "the business's time zone",
    );
  },
);

t.test(
  'calls and messages of campaigns obey quiet hours; service messages and transfers do not',
  async (t) => {
    const whatsapp = { channel: 'whatsapp', iterationId: 'i1' } as const;
    t.match(await judge(quiet, call({ ...whatsapp, purpose: 'marketing' })), { code: 'quiet_hours' });
    t.match(await judge(quiet, call({ ...whatsapp, iterationId: null })), { result: 'not_applicable' });
    t.match(await judge(quiet, call({ isTransfer: true })), { result: 'not_applicable' });
    t.match(await judge({}, call()), { result: 'not_applicable' });
  },
);

t.test('a window holds in the time zone of the recipient if its campaign says so', async (t) => {
  const window = { timezone: 'Asia/Tokyo', days: [...WEEKDAYS], start: '09:00', end: '17:00' };
  const own = { ...window, recipientTimezone: true };
  const campaign = { iterationId: 'i1', purpose: 'marketing' } as const;
  t.match(await judge({ window }, call(campaign)), { result: 'not_applicable' }, 'the gate checks that one');
  t.same(await judge({ window: own }, call(campaign)), refusedUntil('2026-01-06T14:00:00Z'));
  t.same(
    await judge({ window: own }, call({ ...campaign, to: NOWHERE })),
    refusedUntil('2026-01-07T00:00:00Z'),
    'without a known zone, the zone of the window counts',
  );
  t.match(await judge({ window: own }, call()), { result: 'not_applicable' }, 'a single call has no window');
});

t.test(
  'a number whose zones have no common time is refused permanently, unless its contact has a zone',
  async (t) => {
    const never = { hours: { quietHours: [{ days: [...WEEKDAYS], start: '16:00', end: '10:00' }] } };
    t.same(await judge(never, call({ to: TOLL_FREE })), {
      rule: 'calling_hours',
      result: 'refused',
      code: 'no_common_window',
      allowedFrom: null,
    });
    t.match(await judge({ ...never, contactZone: 'America/Denver' }, call({ to: TOLL_FREE })), {
      code: 'quiet_hours',
      allowedFrom: at('2026-01-06T17:00:00Z'),
    });
  },
);

t.test(
  'attempts count from the start of the recipient’s day, and are allowed again on the next day',
  async (t) => {
    const world = { hours: { attemptsPerDay: 3 } };
    t.same(attemptsLimitOf(worldOf(world), call()), {
      attempts: 3,
      since: at('2026-01-06T05:00:00Z') - 1,
      until: at('2026-01-07T05:00:00Z'),
    });
    t.equal(attemptsLimitOf(worldOf({}), call()), null);
    t.equal(attemptsLimitOf(worldOf(world), call({ channel: 'whatsapp' })), null);
    t.equal(attemptsLimitOf(worldOf(world), call({ isTransfer: true })), null);
  },
);

t.test('a call is refused once its number has reached the limit of attempts for the day', async (t) => {
  const until = at('2026-01-07T05:00:00Z');
  const world = (clearance: Clearance) => worldOf({ hours: { attemptsPerDay: 3 }, clearance });
  const refused = world({ cleared: false, refusedBy: 'attempts', allowedFrom: until });
  t.same(await attemptsRule(refused)(call()), {
    rule: 'attempts',
    result: 'refused',
    code: 'attempts_exceeded',
    allowedFrom: until,
  });
  t.match(await attemptsRule(world({ cleared: true }))(call()), { result: 'passed' });
  t.match(await attemptsRule(worldOf({}))(call()), { result: 'not_applicable' });
});

t.test('a refusal says when the call is allowed, and how long to wait', async (t) => {
  const result = await judge(quiet, call());
  if (result.result !== 'refused') throw new Error('the call is not refused');
  t.match(new OutreachRefused(result, call().at), {
    code: 'quiet_hours',
    details: [{ path: '', message: 'allowed from 2026-01-06T13:00:00.000Z' }],
    retryAfterSeconds: 3_600,
  });
});
