/** Reads ElevenLabs' list of voices (docs/reference/protocols/synthesis.md "ElevenLabs"). Pure. */
import { isRecord } from '../../../../schemas/json.js';
import type { Voice } from '../../synthesiser.js';
import type { ListedVoice, VoicePage } from '../account-voices.js';
import { readText } from '../reading.js';

export const ELEVENLABS_VOICES = '/v2/voices?page_size=100';

const GENDERS: Readonly<Record<string, Voice['gender']>> = { male: 'male', female: 'female' };

export const readElevenlabsVoices = (body: Readonly<Record<string, unknown>>): VoicePage => {
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
