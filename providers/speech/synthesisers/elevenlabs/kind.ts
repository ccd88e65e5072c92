/**
 * The ElevenLabs synthesiser kind, `elevenlabs:<voice>` or `elevenlabs:<voice>@<model>`, and the list of an account's voices
 * (docs/reference/protocols/synthesis.md "ElevenLabs").
 */
import { isRecord } from '../../../../schemas/json.js';
import type { ProviderKind } from '../../../provider-kind.js';
import type { Synthesiser, Voice } from '../../synthesiser.js';
import type { ListedVoice, VoicePage } from '../account-voices.js';
import { elevenlabsLanguages } from '../languages.js';
import { readText } from '../reading.js';
import type { KindOptions } from '../settings.js';
import { accountVoicesKind } from '../websocket/account-voices-kind.js';
import { createElevenlabsDialect, ELEVENLABS_SPEEDS, elevenlabsHeaders } from './dialect.js';

const ELEVENLABS_VOICES = '/v2/voices?page_size=100';

const GENDERS: Readonly<Record<string, Voice['gender']>> = { male: 'male', female: 'female' };

const readElevenlabsVoices = (body: Readonly<Record<string, unknown>>): VoicePage => {
  const voices = Array.isArray(body.voices) ? body.voices.filter(isRecord) : [];
  const token = body.has_more === true ? readText(body.next_page_token) : null;
  return {
    voices: voices.map(readVoice),
    next: token === null ? null : `${ELEVENLABS_VOICES}&next_page_token=${encodeURIComponent(token)}`,
  };
};

/** A voice may be verified for many languages: the first is the one that it was made for. */
const readVoice = (voice: Readonly<Record<string, unknown>>): ListedVoice => {
  const labels = isRecord(voice.labels) ? voice.labels : {};
  const verified = Array.isArray(voice.verified_languages)
    ? voice.verified_languages.find(isRecord)
    : undefined;
  return {
    id: readText(voice.voice_id),
    name: readText(voice.name),
    language: readText(verified?.locale) ?? readText(verified?.language) ?? readText(labels.language),
    gender: GENDERS[readText(labels.gender)?.toLowerCase() ?? ''] ?? 'neutral',
  };
};

export const elevenlabsKind = (options: KindOptions): ProviderKind<Synthesiser> =>
  accountVoicesKind(
    {
      name: 'elevenlabs',
      keyVariable: 'ELEVENLABS_API_KEY',
      addressVariable: 'ELEVENLABS_BASE_URL',
      defaultAddress: 'https://api.elevenlabs.io',
      defaultModel: 'eleven_flash_v2_5',
      dialect: createElevenlabsDialect,
      languages: elevenlabsLanguages,
      speeds: () => ELEVENLABS_SPEEDS,
      headers: elevenlabsHeaders,
      firstPage: ELEVENLABS_VOICES,
      readPage: readElevenlabsVoices,
    },
    options,
  );
