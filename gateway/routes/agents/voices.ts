/** Voices and background noises that agents can use, with samples to listen to (docs/reference/api.md "Voices and noises"). */
import { Type } from 'typebox';
import type { OfferedVoice } from '../../../media/speech/samples.js';
import { BACKGROUND_NOISES, NoiseResource, speaks, VoiceResource } from '../../../schemas/agents/speech.js';
import { BusinessId } from '../../../schemas/fields.js';
import { closed } from '../../../schemas/shapes.js';
import type { SampleLinks } from '../../content/sample-links.js';
import { type Route, route } from '../../route.js';

/** `languages`: the languages that clients can filter by. */
export const voiceRoutes = (
  voices: (businessId: string) => Promise<readonly OfferedVoice[]>,
  languages: readonly string[],
  links: SampleLinks,
): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/v1/voices',
    operationId: 'listVoices',
    summary:
      'List the voices and background noises available to agents of the business, each with an audio sample. A language without a region matches the voices of all its regions.',
    description:
      "Use the `id` of a voice as `liveVoiceId` and the `key` of a noise as `backgroundNoiseKey` of an agent. Voices of the business's own providers come first. Sample addresses are signed and valid for at least one hour.",
    scopes: ['agents:read'],
    query: Type.Object(
      {
        businessId: BusinessId,
        language: Type.Optional(
          Type.Enum([...languages], { description: 'Only voices that speak this language, BCP 47.' }),
        ),
      },
      closed,
    ),
    response: Type.Object({
      voices: Type.Array(VoiceResource, { description: 'The voices.' }),
      noises: Type.Array(NoiseResource, { description: 'The background noises.' }),
    }),
    handler: async ({ businessId, query: { language } }) => ({
      data: {
        voices: (await voices(businessId))
          .filter((voice) => language === undefined || speaks(voice, language))
          .map(({ id, name, language: spoken, furtherLanguages, gender, provider, owner, speeds }) => ({
            id,
            name,
            language: spoken,
            ...(furtherLanguages === undefined ? {} : { furtherLanguages: [...furtherLanguages] }),
            gender,
            provider,
            ...(speeds === undefined ? {} : { speeds: { slowest: speeds[0], fastest: speeds[1] } }),
            sampleUrl: links.sign({ of: 'voice', id, owner }),
          })),
        noises: BACKGROUND_NOISES.map(({ key, name }) => ({
          key,
          name,
          sampleUrl: links.sign({ of: 'noise', id: key }),
        })),
      },
    }),
  }),
];
