/** Voices and background noises that agents can have, on the wire (docs/reference/api.md "Voices and noises"). */
import { type Static, Type } from 'typebox';
import { languageOf } from '../language-tag.js';
import { closed, described, literals } from '../shapes.js';

const SampleUrl = Type.String({
  format: 'uri',
  description: 'A WAV file; the signed URL is valid for at least one hour.',
  examples: ['https://parley.example.com/samples/eyJvZiI6InZvaWNlIn0'],
});

/** Noises under an agent's voice; each is made by media/speech/background-noise.ts. */
export const BACKGROUND_NOISES = [
  { key: 'office', name: 'Office' },
  { key: 'cafe', name: 'Café' },
  { key: 'street', name: 'Street' },
] as const;
export type BackgroundNoiseKey = (typeof BACKGROUND_NOISES)[number]['key'];

export const VoiceGender = described(literals(['male', 'female']), 'The gender of the voice.');

export const VoiceResource = Type.Object(
  {
    id: Type.String({ description: "Use it as an agent's `liveVoiceId`.", examples: ['flite:slt'] }),
    name: described(Type.String(), 'What people call the voice.', 'SLT'),
    language: Type.String({ description: 'Its language, BCP 47.', examples: ['en-US'] }),
    furtherLanguages: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Other languages that it speaks, BCP 47; absent: none.',
        examples: [['de-DE']],
      }),
    ),
    gender: literals(['male', 'female', 'neutral'], {
      description: '`neutral`: neither of the two, or not specified by the provider.',
    }),
    provider: described(Type.String(), 'The provider that speaks it.', 'flite'),
    speeds: Type.Optional(
      Type.Object(
        {
          slowest: described(Type.Number(), 'The lowest factor.', 0.7),
          fastest: described(Type.Number(), 'The highest factor.', 1.3),
        },
        {
          ...closed,
          description: "The range of an agent's `speakingSpeed`; absent: the voice has one speed.",
        },
      ),
    ),
    sampleUrl: SampleUrl,
  },
  closed,
);
export type VoiceResource = Static<typeof VoiceResource>;

export const NoiseResource = Type.Object(
  {
    key: Type.String({ description: "Use it as an agent's `backgroundNoiseKey`.", examples: ['office'] }),
    name: described(Type.String(), 'What people call the noise.', 'Office'),
    sampleUrl: SampleUrl,
  },
  closed,
);
export type NoiseResource = Static<typeof NoiseResource>;

/** The languages of a voice. */
interface Speaking {
  /** BCP 47. */
  readonly language: string;
  readonly furtherLanguages?: readonly string[];
}

/**
 * Whether a voice speaks a language: its own, or its own without the region. A further language without a region covers
 * every region.
 */
export const speaks = ({ language, furtherLanguages = [] }: Speaking, requested: string): boolean =>
  language === requested ||
  languageOf(language) === requested ||
  furtherLanguages.some((further) => further === requested || further === languageOf(requested));

/** The languages that can be requested: with and without a region, sorted. */
export const languagesOf = (voices: readonly Speaking[]): readonly string[] =>
  [
    ...new Set(
      voices.flatMap(({ language, furtherLanguages = [] }) => [
        languageOf(language),
        language,
        ...furtherLanguages,
      ]),
    ),
  ].sort();
