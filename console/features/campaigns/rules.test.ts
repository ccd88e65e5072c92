import { expect, test } from 'vitest';
import { retryText, windowText } from './rules.js';

const window = { timezone: 'Europe/Berlin', days: ['mon', 'fri'], start: '09:00', end: '18:00' } as const;
const settings = {
  maxRetries: 2,
  retryDelayMinutes: 60,
  retryVoicemail: false,
  callBacks: null,
  window: null,
  messageText: null,
  templateName: null,
  templateLanguage: null,
  templateComponents: [],
};

test('hours name the days, and whose time they are in', () => {
  expect(windowText(null)).toBe('At any time');
  expect(windowText(window)).toBe('Mon, Fri, 09:00 to 18:00 (Europe/Berlin)');
  expect(windowText({ ...window, recipientTimezone: true })).toBe(
    'Mon, Fri, 09:00 to 18:00 (recipient’s time zone, or Europe/Berlin if it is unknown)',
  );
});

test('retries say what becomes of answering machines', () => {
  expect(retryText({ ...settings, maxRetries: 0 }, true)).toBe('None');
  expect(retryText(settings, true)).toBe('Up to 2, 60 minutes apart. Not after voicemail.');
  expect(retryText({ ...settings, maxRetries: 1, retryVoicemail: true }, true)).toBe(
    'Up to 1, 60 minutes apart. Also after voicemail.',
  );
  expect(retryText(settings, false)).toBe('Up to 2, 60 minutes apart.');
});
