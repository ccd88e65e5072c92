/** How an agent's voice speaks: its speed, and how it says names and terms. */
import { type Static, Type } from 'typebox';
import { SPOKEN_PATTERN } from '../patterns.js';
import { closed } from '../shapes.js';

/** Entries of one agent's lexicon: each is looked up in every sentence. */
const MAX_PRONUNCIATIONS = 200;
const MAX_WRITTEN = 60;
const MAX_SPOKEN = 120;

const Pronunciation = Type.Object(
  {
    written: Type.String({
      minLength: 1,
      maxLength: MAX_WRITTEN,
      pattern: SPOKEN_PATTERN,
      description:
        'A name or term as the agent writes it. Case does not count; only whole words are replaced.',
      examples: ['Quilp'],
    }),
    spoken: Type.String({
      minLength: 1,
      maxLength: MAX_SPOKEN,
      pattern: SPOKEN_PATTERN,
      description: 'What the voice is given in its place.',
      examples: ['kwilp'],
    }),
  },
  closed,
);
export type Pronunciation = Static<typeof Pronunciation>;

export const Pronunciations = Type.Array(Pronunciation, {
  maxItems: MAX_PRONUNCIATIONS,
  description: 'Voice only: how its voice says names and terms. Transcripts keep the written form.',
});

/** The range over all providers; each voice has its own (`speeds` of a voice). */
export const SpeakingSpeed = Type.Number({
  minimum: 0.5,
  maximum: 2,
  description:
    "Voice only: how fast it speaks, as a factor of the voice's own speed, within the `speeds` of its voice.",
  examples: [1.1],
});
