/** The list of providers that applies to an agent. */
import { expect, test } from 'vitest';
import { providersOf } from './effective-providers.js';

const list = (role: 'model' | 'engine', agentId: string | null, ...names: readonly string[]) => ({
  role,
  agentId,
  choices: names.map((provider) => ({ provider, choice: 'm', address: null, hasCredential: true })),
  standIn: 'installation' as const,
});
const AGENT = { id: 'a', channel: 'voice' } as const;

test('the list of the agent goes before that of the business', () => {
  const lists = [list('model', null, 'x'), list('model', 'a', 'y', 'z'), list('model', 'b', 'other')];
  expect(providersOf(lists, AGENT)[0]).toEqual({ role: 'model', choices: ['y m', 'z m'], isOwn: true });
  expect(providersOf(lists, { ...AGENT, id: 'c' })[0]).toEqual({
    role: 'model',
    choices: ['x m'],
    isOwn: false,
  });
});

test('without a list the installation decides', () => {
  expect(providersOf([], AGENT)).toEqual([
    { role: 'model', choices: [], isOwn: false },
    { role: 'recogniser', choices: [], isOwn: false },
    { role: 'synthesiser', choices: [], isOwn: false },
  ]);
});

test('an engine is named where there is one, and speech only for voice', () => {
  expect(providersOf([list('engine', null, 'e')], AGENT)[0]).toMatchObject({ role: 'engine' });
  expect(providersOf([], { ...AGENT, channel: 'sms' }).map(({ role }) => role)).toEqual(['model']);
});
