/** The forms of calling hours, carriers, destinations and limits. */
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { expect, test } from 'vitest';
import { useRead } from '../../api/live.js';
import type { ServiceAnswer } from '../../testing/service.js';
import { BUSINESS_ID, showSignedIn } from '../../testing/signed-in.js';
import { CallingHoursSettings } from './calling-hours.js';
import { CarrierSettings } from './carriers.js';
import { DestinationSettings } from './destinations.js';
import type { Settings } from './setting.js';

const SETTINGS: Settings = {
  name: 'Acme',
  lines: 10,
  concurrentCalls: null,
  timeZone: null,
  carriers: null,
  quietHours: [{ days: ['mon', 'tue'], start: '21:00', end: '08:00' }],
  attemptsPerDay: null,
  destinations: { countries: null, types: [] },
  callLimits: { spendPerDayMicrocredits: null, callsPerMinute: null },
  spend: { microcredits: 0, endsAt: null },
  callPrices: { flatMicrocredits: 10_000, byPrefix: [] },
  callAnalysis: { enabled: false, priceMicrocredits: 1 },
  conversationAnalysis: { enabled: false, silenceMinutes: 60, priceMicrocredits: 1 },
  installation: {
    timeZone: 'Europe/Berlin',
    carrierOrder: ['telnyx', 'twilio'],
    carrierAccounts: ['telnyx', 'twilio'],
    allowedCountries: null,
    providers: [],
  },
};

/** As the page does, shows the settings of the last answer. */
const Page = ({ part: Part }: { readonly part: (props: { settings: Settings }) => ReactNode }): ReactNode => {
  const { data } = useRead('readSettings', { query: { businessId: BUSINESS_ID } });
  return data !== undefined && <Part settings={data.settings} />;
};

const show = async (
  part: (props: { settings: Settings }) => ReactNode,
  answer: (change: Partial<Settings>) => ServiceAnswer = (change) => ({
    data: { settings: { ...SETTINGS, ...change } },
  }),
) => {
  const shown = await showSignedIn(<Page part={part} />, {
    reads: { '/api/v1/console/settings': { settings: SETTINGS } },
    write: ({ body }) => answer(typeof body === 'object' && body !== null ? body : {}),
  });
  await screen.findAllByRole('button', { name: /^(Save changes|Choose for this business)$/ });
  return shown;
};

const save = (user: UserEvent, index = 0): Promise<void> => {
  const button = screen.getAllByRole('button', { name: 'Save changes' })[index];
  if (button === undefined) throw new Error('there is no such button');
  return user.click(button);
};
const refused = (path: string, message: string) => (): ServiceAnswer => ({
  code: 'validation_failed',
  details: [{ path, message }],
});
const typedIn = (label: string): string => screen.getByLabelText<HTMLInputElement>(label).value;

test('a quiet period without days and a limit that is no number are shown at their fields', async () => {
  const { user, sent } = await show(CallingHoursSettings);
  const period = screen.getByRole('group', { name: 'Quiet period 1' });
  await user.click(within(period).getByLabelText('Mon'));
  await user.click(within(period).getByLabelText('Tue'));
  await user.clear(within(period).getByLabelText('To'));
  await user.type(screen.getByLabelText('Calls per number per day'), '21');
  await save(user);
  expect(await within(period).findByText('Choose at least one.')).toBeDefined();
  expect(within(period).getByText('Fill this in.')).toBeDefined();
  expect(document.activeElement).toBe(within(period).getByLabelText('Mon'));
  expect(screen.getByText('Enter at most 20.')).toBeDefined();
  expect(sent()).toEqual([]);
});

test('quiet periods are added and removed, and saved', async () => {
  const { user, sent } = await show(CallingHoursSettings);
  await user.click(screen.getByRole('button', { name: 'Add a quiet period' }));
  await user.click(screen.getByRole('button', { name: 'Remove quiet period 1' }));
  await user.click(screen.getByLabelText('Sun'));
  await user.type(screen.getByLabelText('Calls per number per day'), '3');
  await save(user);
  expect(await screen.findByText(/^Saved\./)).toBeDefined();
  expect(sent()).toEqual([
    {
      businessId: BUSINESS_ID,
      quietHours: [{ days: ['mon', 'tue', 'wed', 'thu', 'fri', 'sat'], start: '21:00', end: '08:00' }],
      attemptsPerDay: 3,
    },
  ]);
  await user.type(screen.getByLabelText('Calls per number per day'), '0');
  expect(screen.queryByText(/^Saved\./)).toBeNull();
});

test('a refusal of all quiet periods stands below them, and they stay as they were typed', async () => {
  const always = 'must leave some time of the week in which calls are allowed';
  const { user } = await show(CallingHoursSettings, refused('/quietHours', always));
  await user.type(screen.getByLabelText('Calls per number per day'), '3');
  await save(user);
  expect((await screen.findByText(always)).getAttribute('role')).toBe('alert');
  expect(typedIn('Calls per number per day')).toBe('3');
});

test('carriers are sent in their order, with the numbers of those that are used', async () => {
  const { user, sent } = await show(CarrierSettings);
  await user.click(screen.getByRole('button', { name: 'Choose for this business' }));
  await user.type(screen.getByLabelText('Number at telnyx'), '+14155550101');
  await user.type(screen.getByLabelText('Number at twilio'), ' +14155550102 ');
  await user.click(screen.getByRole('button', { name: 'Move twilio up' }));
  await save(user);
  await waitFor(() => expect(sent()).toHaveLength(1));
  await user.click(await screen.findByRole('checkbox', { name: 'Use telnyx' }));
  await save(user);
  await waitFor(() => expect(sent()).toHaveLength(2));
  const twilio = { carrier: 'twilio', number: '+14155550102' };
  expect(sent()).toEqual([
    {
      businessId: BUSINESS_ID,
      carriers: {
        order: ['twilio', 'telnyx'],
        from: [twilio, { carrier: 'telnyx', number: '+14155550101' }],
      },
    },
    { businessId: BUSINESS_ID, carriers: { order: ['twilio'], from: [twilio] } },
  ]);
});

test('a number that is too long is not sent, and one that the service refuses is shown at its carrier', async () => {
  const valid = 'must be a valid phone number in E.164 format, for example +14155550123';
  const { user, sent } = await show(CarrierSettings, refused('/carriers/from/0/number', valid));
  await user.click(screen.getByRole('button', { name: 'Choose for this business' }));
  await user.type(screen.getByLabelText('Number at twilio'), '1'.repeat(41));
  await save(user);
  expect(await screen.findByText('Enter at most 40 characters.')).toBeDefined();
  expect(sent()).toEqual([]);
  await user.clear(screen.getByLabelText('Number at twilio'));
  await user.type(screen.getByLabelText('Number at twilio'), '0171');
  await save(user);
  const refusal = await screen.findByText(valid);
  expect(screen.getByLabelText('Number at twilio').getAttribute('aria-describedby')).toBe(refusal.id);
  expect(document.activeElement).toBe(screen.getByLabelText('Number at twilio'));
  expect(typedIn('Number at twilio')).toBe('0171');
});

test('destinations and limits are saved apart', async () => {
  const { user, sent } = await show(DestinationSettings);
  await user.click(screen.getByLabelText('Satellite phones'));
  await save(user);
  expect(await screen.findByText(/^Saved\./)).toBeDefined();
  await user.type(screen.getByLabelText('Daily spend limit (credits)'), '2.5');
  await save(user, 1);
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { businessId: BUSINESS_ID, destinations: { countries: null, types: ['satellite'] } },
    {
      businessId: BUSINESS_ID,
      callLimits: { spendPerDayMicrocredits: 2_500_000, callsPerMinute: null },
    },
  ]);
});

test('limits that are no numbers are not sent; a refused country is shown at the countries', async () => {
  const { user, sent } = await show(
    DestinationSettings,
    refused('/destinations/countries/0', 'must be a country of the installation'),
  );
  await user.type(screen.getByLabelText('Daily spend limit (credits)'), 'much');
  await user.type(screen.getByLabelText('Calls per minute'), '1.5');
  await save(user, 1);
  expect(await screen.findByText('Enter a number.')).toBeDefined();
  expect(screen.getByText('Enter a whole number.')).toBeDefined();
  expect(document.activeElement).toBe(screen.getByLabelText('Daily spend limit (credits)'));
  expect(sent()).toEqual([]);
  await save(user);
  expect(
    await within(screen.getByRole('group', { name: 'Countries' })).findByText(
      'must be a country of the installation',
    ),
  ).toBeDefined();
});
