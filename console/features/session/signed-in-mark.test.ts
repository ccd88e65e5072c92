/** Whether a session is asked for when the page opens. */
import { expect, test, vi } from 'vitest';
import { brokenStorage, memoryStorage } from '../../testing/storage.js';
import { markSignedIn, maySessionExist } from './signed-in-mark.js';

test('a browser that never signed in has no session, and none after signing out', () => {
  vi.stubGlobal('localStorage', memoryStorage());
  expect(maySessionExist()).toBe(false);
  markSignedIn(true);
  expect(maySessionExist()).toBe(true);
  markSignedIn(false);
  expect(maySessionExist()).toBe(false);
});

test('a browser that stores nothing may have one', () => {
  vi.stubGlobal('localStorage', brokenStorage());
  markSignedIn(true);
  expect(maySessionExist()).toBe(true);
});
