/** The voices that OpenAI documents (docs/protocols/synthesis.md "OpenAI"). All speak all languages; it gives them no gender. */
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

/** The configured one first; it need not be one that is known here. */
export const openaiVoices = (configured: string): readonly Voice[] =>
  [configured, ...NAMES.filter((name) => name !== configured)].map((name) => ({
    id: `openai:${name}`,
    name: `${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    language: 'en',
    furtherLanguages: OPENAI_LANGUAGES,
    gender: 'neutral',
  }));
