/** What the palette finds. */
import { describe, expect, test } from 'vitest';
import type { OperationId } from '../../api/client.js';
import { OPERATIONS } from '../../api/operations.js';
import { ROUTES, sectionsFor } from '../routes.js';
import type { Found } from './objects.js';
import { isMatch, type Target } from './target.js';
import { ACTIONS, numberOf, targetsOf } from './targets.js';

const sections = sectionsFor('owner');
const targetsFor = (text: string, found: Found = {}, can = () => true): readonly Target[] =>
  targetsOf({ text, sections, found, can });
const namesOf = (text: string, found: Found = {}, can = () => true): readonly string[] =>
  targetsFor(text, found, can).map(({ name }) => name);
const pathOf = ({ opens }: Target): string => (opens.type === 'page' ? opens.path : '');

describe('the palette', () => {
  test('offers all pages and actions before anything is typed', () => {
    const names = namesOf('');
    expect(names).toContain('Inbox');
    expect(names).toContain('New agent');
    expect(names.length).toBeGreaterThan(sections.length);
  });

  test('finds actions by their words, in any order', () => {
    expect(namesOf('agent new')[0]).toBe('New agent');
    expect(namesOf('new camp')[0]).toBe('New campaign');
  });

  test('offers only actions that the role allows', () => {
    expect(namesOf('new', {}, () => false).filter((name) => name.startsWith('New'))).toEqual([]);
  });

  test('opens a call by its id', () => {
    const id = '0b0e6f5e-8f9c-4b62-9b6e-4b1a3f2c1d00';
    const targets = targetsFor(` ${id.toUpperCase()} `);
    expect(targets.map(pathOf)).toEqual([`/calls/${id}`]);
  });

  test('always offers the search in contacts last', () => {
    expect(namesOf('Asha').at(-1)).toBe('Find “Asha” in contacts');
    expect(namesOf('a').some((name) => name.startsWith('Find'))).toBe(false);
  });

  test('offers to call a number that is typed with its country', () => {
    expect(targetsFor('+49 30 1234567').find(({ opens }) => opens.type === 'dial')).toMatchObject({
      name: 'Call +49301234567',
      opens: { number: '+49301234567' },
    });
    expect(namesOf('+49 30 1234567', {}, () => false)).not.toContain('Call +49301234567');
  });

  test('switches to another business by its name', () => {
    const businesses = [{ id: 'b2', name: 'Second Ltd' }];
    const find = (text: string) => targetsOf({ text, sections, found: {}, businesses, can: () => true });
    for (const text of ['', 'second', 'switch'])
      expect(find(text)).toContainEqual({
        group: 'businesses',
        name: 'Switch to Second Ltd',
        opens: { type: 'business', businessId: 'b2' },
      });
    expect(find('third').some(({ group }) => group === 'businesses')).toBe(false);
  });
});

/** One object of each kind with the same word in its name; only what the palette reads. */
const EVERYTHING = JSON.parse(
  JSON.stringify({
    agents: [{ id: 'a1', name: 'Thing', status: 'active' }],
    campaigns: [{ id: 'i1', name: 'Thing' }],
    contacts: [{ id: 'c1', name: 'Thing', mobile: '+49301234567' }],
    conversations: [{ id: 'o1', name: 'Thing', address: '+49301234567' }],
    views: [{ viewId: 'v1', name: 'Thing', calls: { tag: 'x' } }],
    sources: [{ id: 'd1', name: 'Thing', status: 'active' }],
    alerts: [{ alertRuleId: 'r1', name: 'Thing' }],
    webhooks: [{ id: 'w1', callbackUrl: 'https://thing.example/x' }],
    channels: [{ accountId: 'n1', displayName: 'Thing' }],
    tools: [{ name: 'thing', agentIds: null }],
    scenarios: [{ name: 'Thing', agentId: null }],
    members: [{ name: 'Thing', email: 'thing@example.org' }],
  } satisfies Record<keyof Required<Found>, unknown>),
);

describe('everything is reachable', () => {
  test('each page of the navigation', () => {
    const paths = targetsFor('').map(pathOf);
    for (const { path } of sections) expect(paths).toContain(path);
  });

  test('an object of each page that shows one', () => {
    const id = '0b0e6f5e-8f9c-4b62-9b6e-4b1a3f2c1d00';
    const paths = [...targetsFor('thing', EVERYTHING), ...targetsFor(id)].map(pathOf);
    // Live calls are found by their ids, and a run of a simulation from its agent.
    const others = ['/live', '/simulations'];
    const shown = ROUTES.filter(({ path }) => path.includes('/:id'))
      .map(({ path }) => path.slice(0, path.indexOf('/:id')))
      .filter((path) => !others.includes(path));
    for (const path of shown) expect(paths.some((found) => found.startsWith(`${path}/`))).toBe(true);
  });

  test('each kind of object has a line', () => {
    const groups = targetsFor('thing', EVERYTHING).map(({ group }) => group);
    expect(new Set(groups).size).toBe(Object.keys(EVERYTHING).length);
  });

  /** Additions to an object that is open, which the palette finds. */
  const WITHIN: Readonly<Partial<Record<OperationId, string>>> = {
    createIteration: 'in a campaign',
    createSavedView: 'above the calls that it keeps',
    createSimulationScenario: 'with the agent that it tries',
    createQuickAnswer: 'where answers are written',
    createPasswordReset: 'in the team, beside the member',
    addVoiceCallNote: 'in a call',
    addConversationNote: 'in a conversation',
    importTools: 'with the agents that use them',
    importSuppressions: 'on the page of Suppress a number',
  };

  test('each operation that begins something from nothing', () => {
    const begins = Object.keys(OPERATIONS).filter((operation) =>
      /^(create|add|import|invite|connect)/.test(operation),
    );
    const reached = new Set<string>(ACTIONS.flatMap(({ operation }) => operation ?? []));
    expect(begins.filter((operation) => !reached.has(operation) && !(operation in WITHIN))).toEqual([]);
    expect(Object.keys(WITHIN).filter((operation) => !begins.includes(operation))).toEqual([]);
  });
});

test.each([
  ['+49 30 1234567', '+49301234567'],
  ['0049 (30) 123-4567', '+49301234567'],
  ['call +1 415 555.0100', '+14155550100'],
  ['030 1234567', null],
  ['+49 30', null],
  ['+49 30 1234567890123456', null],
  ['Asha', null],
])('%s is the number %s', (text, expected) => {
  expect(numberOf(text)).toBe(expected);
});

test.each([
  ['Bella Vista', 'bel', true],
  ['Bella Vista', 'vis bel', true],
  ['Bella Vista', 'lla', true],
  ['Bella Vista', 'la', false],
  ['Bella Vista', 'bello', false],
])('%s for “%s”: %s', (text, query, expected) => {
  expect(isMatch(text, query)).toBe(expected);
});
