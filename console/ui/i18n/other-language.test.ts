/** The page in German and Spanish: numbers, times, countries and refusals, as the first preferred language chooses. */
import { afterEach, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

/** The modules of the page, read by a browser that prefers `language`. */
const pageIn = async (language: string) => {
  vi.resetModules();
  vi.stubGlobal('navigator', { language, languages: [language] });
  const [format, countries, details, problems, settings, remedies] = await Promise.all([
    import('../format.js'),
    import('../forms/countries.js'),
    import('../Problem/field-details.js'),
    import('../Problem/problem-texts.js'),
    import('../../features/settings/messages.js'),
    import('../../features/settings/remedy-messages.js'),
  ]);
  return { ...format, ...countries, ...details, ...problems, ...settings, ...remedies };
};

const NOW = Date.parse('2026-11-30T12:00:00Z');
const HOUR_MS = 3_600_000;

/** A busy machine reads all modules of these again, ms. */
const READ_MS = 60_000;

test('a page in German', { timeout: READ_MS }, async () => {
  const page = await pageIn('de-AT');
  expect(page.creditsOf(1_234_500_000)).toBe('1.234,50');
  expect(page.secondsOf(949)).toBe('0,9 s');
  expect(page.relativeTime(NOW - 3 * HOUR_MS, NOW)).toBe('vor 3 Std.');
  expect(page.countryName('DE')).toBe('Deutschland');
  expect(page.detailOf('must have at most 4000 characters')).toBe('darf höchstens 4.000 Zeichen haben');
  expect(page.detailOf('must not be empty')).toBe('darf nicht leer sein');
  expect(page.sentenceOf({ code: 'call_not_live', message: 'The call is not live.' })).toBe(
    'Der Anruf ist beendet.',
  );
  expect(page.sentenceOf({ code: 'agent_in_use', message: 'It answers on `Support`.' })).toBe(
    'Dieser Agent wird noch verwendet. Der Dienst meldet: It answers on Support.',
  );
  expect(page.sentenceOf({ code: 'message_rejected', message: 'Instagram has no templates.' })).toBe(
    'Instagram kennt keine Vorlagen.',
  );
  expect(page.remedyOf('It failed for an unknown reason.')).toBe(
    'Der Test ist aus unbekanntem Grund fehlgeschlagen.',
  );
  expect(page.remedyOf('PARLEY_MODEL is not known')).toBe('PARLEY_MODEL is not known');
  expect(page.SETTINGS.providers.audio(1_240)).toBe('1,2 s Sprache');
  expect(page.SETTINGS.providers.choiceHelp(null)).toBe('Der Name beim Anbieter.');
});

test('a page in Spanish', { timeout: READ_MS }, async () => {
  const page = await pageIn('es-MX');
  expect(page.creditsOf(12_345_678_000)).toBe('12.345,68');
  expect(page.relativeTime(NOW - 24 * HOUR_MS, NOW)).toBe('ayer');
  expect(page.countryName('DE')).toBe('Alemania');
  expect(page.COUNTRIES[0]?.name).toBe('Afganistán');
  expect(page.detailOf('must have at most 1 item')).toBe('puede tener como máximo 1 elemento');
  expect(page.sentenceOf({ code: 'anything_not_found', message: 'Not found.' })).toMatch(
    /^Esto ya no existe/,
  );
  expect(page.SETTINGS.business.linesCount(5)).toBe('5 llamadas a la vez');
});
