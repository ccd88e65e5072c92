/** Spoken forms: what the voice is given of the model's text, word for word. */
import { briefFor } from '../call/brief.js';
import { say, wordsFrom } from '../call/caller.js';
import { startCall, type VirtualCall } from '../call/virtual-call.js';
import { steadyVoice } from '../call/voices.js';
import { readSpokenForms } from '../corpora.js';
import { failuresOf, figure, only, overHalves, type Part, percent } from '../figures.js';

const TIMES = { partialMs: null, finalMs: 200, endOfUtterance: true } as const;
/** The model's text is there by then, and the voice has its first texts, ms. */
const GIVEN_BY_MS = 4_000;

/** A call in which the model's reply is this one. */
const callWithReply = (reply: string, language: string, start: typeof startCall): VirtualCall => {
  const call = start(briefFor({ language }), {
    voice: steadyVoice,
    voiceFirstMs: 50,
    model: (request) => (request === 0 ? { text: reply, firstMs: 100, tokenMs: 5 } : null),
  });
  say(call, wordsFrom('hello', 'en', 200), TIMES);
  call.run(GIVEN_BY_MS);
  call.close();
  return call;
};

/** The texts that the voice is given of a reply, in order. */
export const textsForVoice = (
  reply: string,
  language: string,
  start: typeof startCall = startCall,
): readonly string[] => [...callWithReply(reply, language, start).spoken().values()];

/** The pieces of a reply that are spoken one by one, as the model has written them. */
export const piecesOfReply = (reply: string, language: string): readonly string[] => [
  ...callWithReply(reply, language, startCall).written().values(),
];

interface Spoken {
  readonly id: string;
  readonly language: string;
  readonly expected: string;
  readonly actual: string;
}

const plain = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();
/** A voice says capitals and small letters alike. */
const isRight = ({ expected, actual }: Spoken): boolean => expected.toLowerCase() === actual.toLowerCase();

export const spokenForms: Part = {
  name: 'spoken-forms',
  title: 'What a voice is given to say: marks, numbers, addresses',
  run: (share) => {
    const results = overHalves(readSpokenForms().cases, share, ({ id, language, written, spoken }) => ({
      id,
      language,
      expected: plain(spoken),
      actual: plain(textsForVoice(written, language).join(' ')),
    }));
    const languages = [...new Set(results.open.map(({ language }) => language))].sort();
    return {
      figures: [
        figure('equal to the expected form', '%', { atLeast: 100 }, results, percent(isRight)),
        ...languages.map((language) =>
          figure(
            `${language}: equal`,
            '%',
            null,
            only(results, (entry) => entry.language === language),
            percent(isRight),
          ),
        ),
      ],
      failures: failuresOf(results, (entry) => (isRight(entry) ? null : `"${entry.actual}"`)),
    };
  },
};
