/** The voices that OpenAI documents (docs/reference/protocols/synthesis.md "OpenAI"). All speak all languages; none has a stated gender. */
import type { Voice } from '../../synthesiser.js';
import { OPENAI_LANGUAGES } from '../languages.js';

const NAMES = [
  'alloy',
  'ash',
  'ballad',
  'cedar',
  'coral',
  'echo',
  'fable',
  'marin',
  'nova',
  'onyx',
  'sage',
  'shimmer',
  'verse',
] as const;

/** GPT models speak at one speed: they ignore `speed`. */
const SPEEDS = [0.25, 4] as const;

/** The configured voice first; it need not be in this list. */
export const openaiVoices = (configured: string, model = ''): readonly Voice[] =>
  [configured, ...NAMES.filter((name) => name !== configured)].map((name) => ({
    id: `openai:${name}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    language: 'en',
    furtherLanguages: OPENAI_LANGUAGES,
    gender: 'neutral',
    ...(model.startsWith('gpt-') ? {} : { speeds: SPEEDS }),
  }));
