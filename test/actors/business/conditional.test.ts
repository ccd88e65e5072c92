/** Settings that are changed only as their client has read them. */
import t from 'tap';
import type { BusinessCommand } from '../../../actors/business/commands.js';
import { business } from '../../../actors/business/index.js';
import { STANDARD_PRICES } from '../../../schemas/accounts/prices.js';
import { fold } from '../../support/actors/fold.js';

const created = () => {
  const folded = fold(business);
  folded.apply({ type: 'create', name: 'Acme', lines: 2, prices: STANDARD_PRICES, microcredits: 0 }, 0);
  const tag = (): string => business.queries(folded.state).get().settingsTag ?? '';
  return { folded, tag };
};

t.test('a change is refused as a whole if the settings have changed', async (t) => {
  const { folded, tag } = created();
  const read = tag();
  folded.apply({ type: 'set_time_zone', timeZone: 'Europe/Rome' }, 1);
  t.not(tag(), read);
  const changes = [
    { type: 'rename', name: 'Bella Vista' },
    { type: 'limit_concurrency', calls: 1 },
  ] as const;
  t.throws(() => folded.apply({ type: 'change_settings', changes, expected: [read] }, 2), {
    code: 'resource_changed',
  });
  t.throws(() => folded.apply({ type: 'change_settings', changes, expected: [] }, 2), {
    code: 'resource_changed',
  });
  t.match(business.queries(folded.state).get(), { name: 'Acme', concurrentCalls: null });
  folded.apply({ type: 'change_settings', changes, expected: ['0', tag()] }, 3);
  t.match(business.queries(folded.state).get(), {
    name: 'Bella Vista',
    concurrentCalls: 1,
    timeZone: 'Europe/Rome',
  });
});

t.test('the tag follows every setting of the owners, and nothing else', async (t) => {
  const { folded, tag } = created();
  const seen = new Set([tag()]);
  const settings: readonly BusinessCommand[] = [
    { type: 'rename', name: 'Bella Vista' },
    { type: 'limit_concurrency', calls: 1 },
    { type: 'set_time_zone', timeZone: 'Europe/Rome' },
    { type: 'choose_carriers', choice: { carriers: ['telnyx'], from: {} } },
    { type: 'set_quiet_hours', quietHours: [{ days: ['sun'], start: '00:00', end: '23:59' }] },
    { type: 'set_attempts_per_day', attemptsPerDay: 3 },
    { type: 'set_destinations', countries: ['IT'], types: [] },
    { type: 'set_call_limits', callsPerMinute: 7 },
    { type: 'switch_call_analysis', enabled: true },
    { type: 'set_conversation_analysis', silenceMinutes: 60 },
  ];
  for (const [index, command] of settings.entries()) {
    folded.apply(command, index + 1);
    t.notOk(seen.has(tag()), command.type);
    seen.add(tag());
  }
  const read = tag();
  folded.apply({ type: 'set_lines', lines: 7 }, 20);
  folded.apply({ type: 'grant_credit', microcredits: 7, reason: 'test' }, 21);
  folded.apply({ type: 'create_category', categoryId: 'c1', name: 'Leads' }, 22);
  t.equal(tag(), read);
});
