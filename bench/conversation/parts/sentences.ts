/**
 * Sentences: where a reply is cut into the texts that the voice is given. Each text should be whole sentences, and each
 * sentence should be given as soon as it is whole.
 */
import { readSegments } from '../corpora.js';
import { failuresOf, figure, only, overHalves, type Part, percent } from '../figures.js';
import { piecesOfReply } from './spoken-forms.js';

/** A sentence with fewer letters may be joined with the next one. */
const SHORT = 8;

interface Segmented {
  readonly id: string;
  readonly language: string;
  /** Texts that begin or end inside a sentence. */
  readonly fragments: number;
  /** Sentences that were joined with the next one although they are long enough. */
  readonly joined: number;
}

const lettersOf = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}]/gu, '');

const withDigits = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{M}\p{N}]/gu, '');

/**
 * Compares the texts with the sentences by their letters and digits; by their letters alone if the texts write numbers in
 * another way. A first text that ends at a comma is no fragment.
 */
export const compareCuts = (
  texts: readonly string[],
  sentences: readonly string[],
): { readonly fragments: number; readonly joined: number } => {
  const isAsWritten = withDigits(texts.join('')) === withDigits(sentences.join(''));
  const bareOf = isAsWritten ? withDigits : lettersOf;
  const endsOf = (parts: readonly string[]): readonly string[] => {
    let text = '';
    return parts.map((part) => {
      text += bareOf(part);
      return text.slice(-SHORT);
    });
  };
  const wanted = endsOf(sentences);
  const actual = endsOf(texts);
  const fragments = actual.filter((end, index) => {
    const isFirstClause = index === 0 && /[,;:、，؛،]\s*$/u.test(texts[index] ?? '');
    return !wanted.includes(end) && !isFirstClause;
  });
  const joined = wanted.filter((end, index) => {
    const isShort = bareOf(sentences[index] ?? '').length < SHORT;
    return !actual.includes(end) && !isShort;
  });
  return { fragments: fragments.length, joined: joined.length };
};

export const sentences: Part = {
  name: 'sentences',
  title: 'Where a reply is cut for the voice',
  run: (share) => {
    const results = overHalves(
      readSegments(),
      share,
      ({ id, language, reply, pieces }): Segmented => ({
        id,
        language,
        ...compareCuts(piecesOfReply(reply, language), pieces),
      }),
    );
    const spaced = only(results, ({ language }) => !['ja', 'zh', 'th', 'hi', 'ar'].includes(language));
    const others = only(results, ({ language }) => ['ja', 'zh', 'th', 'hi', 'ar'].includes(language));
    const isCut = ({ fragments }: Segmented): boolean => fragments > 0;
    const isJoined = ({ joined }: Segmented): boolean => joined > 0;
    return {
      figures: [
        figure('replies cut inside a sentence', '%', { atMost: 0 }, results, percent(isCut)),
        figure('sentences joined, Latin script', '%', null, spaced, percent(isJoined)),
        figure('sentences joined, ar, hi, ja, th, zh', '%', null, others, percent(isJoined)),
      ],
      failures: failuresOf(results, ({ fragments, joined }) => {
        if (fragments > 0) return `${fragments} fragments`;
        return joined > 0 ? `${joined} sentences joined with the next` : null;
      }),
    };
  },
};
