/** The pronunciation lexicon of an agent: how its voice says names and terms. */
import type { Pronunciation } from '../../../schemas/agents/pronunciations.js';
import { anyOf, matchAt, type Rule } from './place.js';

/** A lexicon is compiled once: an agent's is used for every sentence of its calls. */
const compiled = new WeakMap<readonly Pronunciation[], Rule>();

/** Whole words, whatever their case; the longest entry that fits is used. */
export const lexiconRule = (lexicon: readonly Pronunciation[]): Rule => {
  if (lexicon.length === 0) return () => null;
  const rule = compiled.get(lexicon) ?? compile(lexicon);
  compiled.set(lexicon, rule);
  return rule;
};

const compile = (lexicon: readonly Pronunciation[]): Rule => {
  const forms = new Map(lexicon.map(({ written, spoken }) => [written.trim().toLowerCase(), spoken.trim()]));
  const pattern = new RegExp(String.raw`(?:${anyOf([...forms.keys()])})(?![\p{L}\p{N}])`, 'iuy');
  return (place) => {
    const found = matchAt(pattern, place)?.[0];
    const spoken = found === undefined ? undefined : forms.get(found.toLowerCase());
    return found === undefined || spoken === undefined ? null : { length: found.length, spoken };
  };
};
