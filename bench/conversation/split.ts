/**
 * The two halves of a corpus: rules are written with the open half, and judged by both.
 *
 * H1. The seed and the ids decide; the order in the file and the texts do not.
 * H2. The halves of each kind, and of each language of a kind, differ by one case at most.
 * H3. A batch is split on its own, so that cases of a later batch leave the halves of earlier ones as they are.
 */
import { createHash } from 'node:crypto';

interface Case {
  readonly id: string;
  readonly language: string;
  readonly kind: string;
  readonly batch?: number;
}

interface Halves<C> {
  readonly open: readonly C[];
  readonly heldOut: readonly C[];
}

/** The seed of the split that the benches use. */
const SPLIT_SEED = 36;

/** Splits a corpus; each half keeps the order of `cases`. */
export const halvesOf = <C extends Case>(cases: readonly C[], seed: number = SPLIT_SEED): Halves<C> => {
  const rank = (name: string): string => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const ranked = cases.map(({ id, language, kind, batch = 1 }) => {
    const stratum = `${batch} ${kind}`;
    return { id, stratum, rank: `${rank(`${stratum} ${language}`)} ${rank(id)}` };
  });
  const heldOut = new Set<string>();
  const seen = new Map<string, number>();
  // Languages follow one another, and every second case is held out: an odd one of a language is made up for by the
  // next language. H2
  for (const { id, stratum } of ranked.toSorted((a, b) => (a.rank < b.rank ? -1 : 1))) {
    const index = seen.get(stratum) ?? Number.parseInt(rank(stratum).slice(0, 1), 16);
    seen.set(stratum, index + 1);
    if (index % 2 === 1) heldOut.add(id);
  }
  return {
    open: cases.filter(({ id }) => !heldOut.has(id)),
    heldOut: cases.filter(({ id }) => heldOut.has(id)),
  };
};
