/**
 * The Cartesia synthesiser kind, `cartesia:<voice>` or `cartesia:<voice>@<model>`, and the list of an account's voices
 * (docs/reference/protocols/synthesis.md "Cartesia").
 */
import { isRecord } from '../../../../schemas/json.js';
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser, Voice } from '../../synthesiser.js';
import type { ListedVoice, VoicePage } from '../account-voices.js';
import { CARTESIA_LANGUAGES } from '../languages.js';
import { readText } from '../reading.js';
import type { KindOptions } from '../settings.js';
import { accountVoicesKind } from '../websocket/account-voices-kind.js';
import { cartesiaHeaders, cartesiaSpeeds, createCartesiaDialect } from './dialect.js';

const CARTESIA_VOICES = '/voices?limit=100';

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

export const cartesiaKind = (options: KindOptions): ProviderKind<Synthesiser> =>
  accountVoicesKind(
    {
      name: 'cartesia',
      keyVariable: 'CARTESIA_API_KEY',
      addressVariable: 'CARTESIA_BASE_URL',
      defaultAddress: 'https://api.cartesia.ai',
      defaultModel: 'sonic-3',
      dialect: createCartesiaDialect,
      languages: () => CARTESIA_LANGUAGES,
      speeds: cartesiaSpeeds,
      headers: cartesiaHeaders,
      firstPage: CARTESIA_VOICES,
      readPage: readCartesiaVoices,
    },
    options,
  );
