/** The voices of Aura 2 (docs/reference/protocols/synthesis.md "Deepgram"): each is a model, named after its voice and its language. */
import type { Voice } from '../../synthesiser.js';

interface Group {
  readonly language: string;
  readonly gender: Voice['gender'];
  /** Separated by spaces. */
  readonly names: string;
}

const GROUPS: readonly Group[] = [
  { language: 'en-PH', gender: 'female', names: 'amalthea' },
  {
    language: 'en-US',
    gender: 'female',
    names:
      'andromeda asteria athena aurora callista cora cordelia delia electra harmonia helena hera iris janus juno luna minerva ophelia phoebe selene thalia vesta',
  },
  { language: 'en-GB', gender: 'female', names: 'pandora' },
  { language: 'en-AU', gender: 'female', names: 'theia' },
  {
    language: 'en-US',
    gender: 'male',
    names: 'apollo arcas aries atlas hermes jupiter mars neptune odysseus orion orpheus pluto saturn zeus',
  },
  { language: 'en-GB', gender: 'male', names: 'draco' },
  { language: 'en-AU', gender: 'male', names: 'hyperion' },
  {
    language: 'es',
    gender: 'female',
    names: 'agustina antonia carina celeste diana estrella gloria olivia selena silvia',
  },
  { language: 'es', gender: 'male', names: 'alvaro aquila javier luciano nestor sirio valerio' },
  { language: 'fr', gender: 'female', names: 'agathe' },
  { language: 'fr', gender: 'male', names: 'hector' },
  { language: 'de', gender: 'female', names: 'aurelia elara kara lara viktoria' },
  { language: 'de', gender: 'male', names: 'fabian julius' },
  { language: 'it', gender: 'female', names: 'cinzia demetra livia maia melia' },
  { language: 'it', gender: 'male', names: 'cesare dionisio elio flavio' },
  { language: 'nl', gender: 'female', names: 'beatrix cornelia daphne hestia leda rhea' },
  { language: 'nl', gender: 'male', names: 'lars roman sander' },
  { language: 'ja', gender: 'female', names: 'ama izanami uzume' },
  { language: 'ja', gender: 'male', names: 'ebisu fujin' },
];

const KNOWN: readonly Voice[] = GROUPS.flatMap(({ language, gender, names }) =>
  names.split(' ').map((name) => ({
    id: `deepgram:aura-2-${name}-${language.slice(0, 2)}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    language,
    gender,
  })),
);

/** The configured voice first; if it is not in this list, its name determines the language. */
export const deepgramVoices = (configured: string): readonly Voice[] => {
  const id = `deepgram:${configured}`;
  const known = KNOWN.find((voice) => voice.id === id);
  const language = /-([a-z]{2})$/.exec(configured)?.[1] ?? 'en';
  const first: Voice = known ?? { id, name: configured, language, gender: 'neutral' };
  return [first, ...KNOWN.filter((voice) => voice.id !== id)];
};
