/** Single-key shortcuts can be turned off; the choice is remembered. */
import { beforeEach, expect, test, vi } from 'vitest';
import { brokenStorage, memoryStorage } from '../testing/storage.js';

const load = async () => {
  vi.resetModules();
  return import('./shortcuts.js');
};

beforeEach(() => {
  vi.stubGlobal('localStorage', memoryStorage());
});

test('they work until they are turned off, also after a reload', async () => {
  const first = await load();
  expect(first.areSingleKeysOn()).toBe(true);
  first.setSingleKeys(false);
  expect(first.areSingleKeysOn()).toBe(false);
  const { areSingleKeysOn, setSingleKeys } = await load();
  expect(areSingleKeysOn()).toBe(false);
  setSingleKeys(true);
  expect((await load()).areSingleKeysOn()).toBe(true);
});

test('a browser that stores nothing keeps the choice with the page', async () => {
  vi.stubGlobal('localStorage', brokenStorage());
  const { areSingleKeysOn, setSingleKeys } = await load();
  expect(areSingleKeysOn()).toBe(true);
  setSingleKeys(false);
  expect(areSingleKeysOn()).toBe(false);
});
