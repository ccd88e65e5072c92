/** Reads Cartesia's list of voices (docs/reference/protocols/synthesis.md "Cartesia"). Pure. */
import { isRecord } from '../../../../schemas/json.js';
import type { Voice } from '../../synthesiser.js';
import type { ListedVoice, VoicePage } from '../account-voices.js';
import { readText } from '../reading.js';

export const CARTESIA_VOICES = '/voices?limit=100';

const GENDERS: Readonly<Record<string, Voice['gender']>> = { masculine: 'male', feminine: 'female' };

/** The next page is requested by the id of the last voice on this one. */
export const readCartesiaVoices = (body: Readonly<Record<string, unknown>>): VoicePage => {
  const data = Array.isArray(body.data) ? body.data.filter(isRecord) : [];
  const last = readText(data.at(-1)?.id);
  const next = body.has_more === true && last !== null ? last : null;
  return {
    voices: data.map(readVoice),
    next: next === null ? null : `${CARTESIA_VOICES}&starting_after=${encodeURIComponent(next)}`,
  };
};

const readVoice = ({
  id,
  name,
  language,
  locales,
  gender,
}: Readonly<Record<string, unknown>>): ListedVoice => ({
  id: readText(id),
  name: readText(name),
  language: nativeLocale(locales) ?? readText(language),
  gender: GENDERS[readText(gender) ?? ''] ?? 'neutral',
});

const nativeLocale = (locales: unknown): string | null => {
  const all = Array.isArray(locales) ? locales.filter(isRecord) : [];
  return readText((all.find(({ is_native }) => is_native === true) ?? all[0])?.locale);
};
