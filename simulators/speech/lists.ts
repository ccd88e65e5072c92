/** The voice lists of the simulated accounts, page by page. */

const CARTESIA = [
  {
    id: 'voice-b',
    name: 'Brook',
    language: 'en',
    gender: 'feminine',
    locales: [{ locale: 'en-GB', is_native: true }],
  },
  { id: 'voice-c', name: 'Klaus', language: 'de', gender: 'masculine' },
  { id: 'voice-d', name: 'Sam', language: 'en', gender: 'gender_neutral' },
] as const;

/** One voice per page, as the provider would send with `limit`. */
export const cartesiaPage = (query: URLSearchParams): object => {
  const at = CARTESIA.findIndex(({ id }) => id === query.get('starting_after')) + 1;
  return { data: CARTESIA.slice(at, at + 1), has_more: at + 1 < CARTESIA.length };
};

const ELEVENLABS = [
  {
    voice_id: 'voice-b',
    name: 'Rachel',
    labels: { gender: 'female', language: 'en' },
    verified_languages: [{ language: 'en', locale: 'en-US' }],
  },
  { voice_id: 'voice-c', name: 'Karl', labels: { gender: 'male', language: 'de' } },
  { voice_id: 'voice-d', name: 'Nobody', labels: {} },
] as const;

export const elevenlabsPage = (query: URLSearchParams): object => {
  const at = Number(query.get('next_page_token') ?? 0);
  const hasMore = at + 1 < ELEVENLABS.length;
  return {
    voices: ELEVENLABS.slice(at, at + 1),
    has_more: hasMore,
    total_count: ELEVENLABS.length,
    next_page_token: hasMore ? String(at + 1) : null,
  };
};
