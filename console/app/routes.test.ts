/** The table of pages. */
import { expect, test } from 'vitest';
import { GROUPS, isWithin, ROUTES, sectionsFor, titleOf } from './routes.js';

test('each page has its title', () => {
  expect(titleOf('/conversations/1b2c')).toBe('Inbox – Parley');
  expect(titleOf('/agents/1b2c/simulations')).toBe('Simulation – Parley');
  expect(titleOf('/settings')).toBe('Settings – Parley');
  expect(titleOf('/join')).toBe('Join the team – Parley');
});

test('an unknown address is called so', () => {
  expect(titleOf('/nonsense')).toBe('Page not found – Parley');
  expect(titleOf('/agents/1b2c/nonsense')).toBe('Page not found – Parley');
});

test('the navigation has each section once, in a group', () => {
  const sections = sectionsFor('owner');
  expect(new Set(sections.map(({ path }) => path)).size).toBe(sections.length);
  expect(new Set(ROUTES.map(({ path }) => path)).size).toBe(ROUTES.length);
  const groups = GROUPS.map(({ group }) => group);
  expect(sections.every(({ group }) => groups.includes(group))).toBe(true);
});

test('a phone has room for four sections', () => {
  expect(sectionsFor('viewer').filter(({ isOnPhone }) => isOnPhone).length).toBe(4);
});

test('pages of owners are offered to owners only', () => {
  const namesFor = (role: 'viewer' | 'owner') => sectionsFor(role).map(({ name }) => name);
  expect(namesFor('owner').filter((name) => !namesFor('viewer').includes(name))).toEqual(['Audit log']);
});

test('an item belongs to its section, a similar address does not', () => {
  expect(isWithin('/calls/1b2c', '/calls')).toBe(true);
  expect(isWithin('/callers', '/calls')).toBe(false);
  expect(isWithin('/calls', '/')).toBe(false);
});
