/**
 * Cuts: the caller interrupts a reply of a voice without word timings. The transcript is compared with the words whose
 * sounds the carrier had played by then.
 */
import { FRAME_MS } from '../../../media/audio/frames.js';
import { encodeMulaw } from '../../../providers/speech/dsp/g711.js';
import { briefFor } from '../call/brief.js';
import { say, wordsFrom } from '../call/caller.js';
import type { PlayedFrame } from '../call/carrier.js';
import { speakCharacters } from '../call/character-voice.js';
import { startCall, type VirtualCall } from '../call/virtual-call.js';
import { timedFlite } from '../call/voices.js';
import { claimedWords, playedWords, type Sound, type WordSounds, wordEnds } from '../call/word-times.js';
import { readSegments, readSpokenForms } from '../corpora.js';
import { type ByHalf, failuresOf, figure, only, overHalves, type Part, percent } from '../figures.js';

/** Cuts of each reply. */
const CUTS: Readonly<Record<Kind, number>> = { reply: 50, form: 9, zh: 12, ja: 12 };
const VOICE = 'slt';
const GOES_ON_MS = 2_500;
const LONGEST_MS = 60_000;
const INTERRUPTION: Readonly<Record<string, string>> = {
  en: 'wait, stop, I have a question',
  zh: '等一下，我有一个问题',
  ja: 'ちょっと待ってください',
};
const TIMES = { partialMs: 120, finalMs: 300, endOfUtterance: true } as const;

type Kind = 'reply' | 'form' | 'zh' | 'ja';

/** A voice without word timings, and what it knows all the same. */
export interface ProvenVoice {
  /** µ-law, and the sounds in it. */
  speak(text: string): { readonly audio: Uint8Array; readonly sounds: readonly Sound[] };
  /** The words of a reply with the sounds that they have on their own. */
  words(reply: string): readonly WordSounds[];
}

/** A cut, and what the transcript says about it. */
interface Cut {
  readonly id: string;
  readonly kind: Kind;
  /** Words that the transcript claims and that had not been played; negative: played words that it lacks. */
  readonly tooMany: number;
}

const englishVoice: ProvenVoice = {
  speak: (text) => {
    const { pcm, phones } = timedFlite().speak(VOICE, text);
    return { audio: encodeMulaw(pcm), sounds: phones };
  },
  words: (reply) =>
    reply
      .split(/\s+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .map((text) => ({
        text,
        sounds: timedFlite()
          .speak(VOICE, text)
          .phones.map(({ name }) => name),
      })),
};

const characterVoice = (language: string): ProvenVoice => ({
  speak: (text) => {
    const { pcm, sounds } = speakCharacters(text);
    return { audio: encodeMulaw(pcm), sounds };
  },
  words: (reply) =>
    [...new Intl.Segmenter(language, { granularity: 'word' }).segment(reply)]
      .filter(({ isWordLike }) => isWordLike)
      .map(({ segment }) => ({
        text: segment,
        sounds: speakCharacters(segment).sounds.map(({ name }) => name),
      })),
});

/** A call in which the model gives this reply to the first words. */
const startReply = (reply: string, language: string, voice: ProvenVoice): VirtualCall => {
  const call = startCall(briefFor({ language }), {
    voice: (text) => voice.speak(text).audio,
    voiceFirstMs: 100,
    model: (request) => (request === 0 ? { text: reply, firstMs: 300, tokenMs: 15 } : null),
  });
  say(call, wordsFrom('hello', 'en', 200), TIMES);
  return call;
};

/** Cuts a reply at `count` places. `transcriptOf`: the agent's words according to the call. */
export const cutReply = (
  id: string,
  reply: string,
  language: string,
  voice: ProvenVoice,
  count: number,
  transcriptOf: (call: VirtualCall) => string = agentWords,
): readonly Omit<Cut, 'kind'>[] => {
  const words = voice.words(reply);
  const whole = startReply(reply, language, voice);
  whole.runUntil(() => whole.turns().some(({ turn }) => turn.speaker === 'assistant'), LONGEST_MS);
  whole.close();
  const first = whole.played()[0]?.atMs ?? 0;
  const last = whole.played().findLast(({ utterance }) => utterance !== null)?.atMs ?? 0;
  return Array.from({ length: count }, (_, index) => {
    // Never twice at the same place between two marks.
    const cutAt = first + ((last - first) * (index + 0.5)) / count + ((index * 37) % 100) - 50;
    const call = startReply(reply, language, voice);
    say(call, wordsFrom(INTERRUPTION[language] ?? '', language, Math.max(first, cutAt)), TIMES);
    call.run(cutAt + GOES_ON_MS);
    call.close();
    const spoken = [...call.spoken()].map(([utterance, text]) => ({
      utterance,
      sounds: voice.speak(text).sounds,
    }));
    const ends = wordEnds(words, spoken);
    const played = playedMs(call.played());
    const claimed = claimedWords(
      words.map(({ text }) => text),
      transcriptOf(call),
    );
    return { id: `${id} at ${Math.round(cutAt - first)} ms`, tooMany: excess(ends, played, claimed) };
  });
};

const excess = (
  ends: ReturnType<typeof wordEnds>,
  played: ReadonlyMap<string, number>,
  claimed: number | null,
): number => {
  // Words that are not the reply's were certainly not played.
  if (claimed === null) return ends.length;
  const generous = claimed - playedWords(ends, played, FRAME_MS);
  return generous > 0 ? generous : Math.min(0, claimed - playedWords(ends, played, 0));
};

const agentWords = (call: VirtualCall): string =>
  call
    .turns()
    .filter(({ turn }) => turn.speaker === 'assistant')
    .map(({ turn }) => turn.text)
    .join(' ');

const playedMs = (frames: readonly PlayedFrame[]): ReadonlyMap<string, number> => {
  const played = new Map<string, number>();
  for (const { utterance } of frames)
    if (utterance !== null) played.set(utterance, (played.get(utterance) ?? 0) + FRAME_MS);
  return played;
};

const NAMES: Readonly<Record<Kind, string>> = {
  reply: 'English',
  form: 'English, numbers and addresses',
  zh: 'Chinese',
  ja: 'Japanese',
};

const cutsOf = (share: number): ByHalf<Cut> => {
  const run = (kind: Kind, id: string, reply: string, language: string): readonly Cut[] => {
    const voice = language === 'en' ? englishVoice : characterVoice(language);
    const count = Math.max(1, Math.ceil(CUTS[kind] * share));
    return cutReply(id, reply, language, voice, count).map((cut) => ({ ...cut, kind }));
  };
  const segments = readSegments();
  const replies = (language: string, kind: Kind) =>
    overHalves(
      segments.filter((entry) => entry.language === language),
      share,
      ({ id, reply }) => run(kind, id, reply, language),
    );
  const forms = overHalves(
    readSpokenForms().cases.filter(({ language }) => language === 'en'),
    share,
    ({ id, written }) => run('form', id, written, 'en'),
  );
  const all = [replies('en', 'reply'), forms, replies('zh', 'zh'), replies('ja', 'ja')];
  return {
    open: all.flatMap(({ open }) => open.flat()),
    heldOut: all.flatMap(({ heldOut }) => heldOut.flat()),
  };
};

export const cuts: Part = {
  name: 'cuts',
  title: 'Transcripts of interrupted replies, of voices without word timings',
  run: (share) => {
    const results = cutsOf(share);
    const kinds: readonly Kind[] = ['reply', 'form', 'zh', 'ja'];
    return {
      figures: kinds.flatMap((kind) => {
        const own = only(results, (cut) => cut.kind === kind);
        const name = NAMES[kind];
        return [
          figure(
            `${name}: a word too many`,
            '%',
            { atMost: 1 },
            own,
            percent(({ tooMany }) => tooMany > 0),
          ),
          figure(
            `${name}: lacks more than one`,
            '%',
            { atMost: 10 },
            own,
            percent(({ tooMany }) => tooMany < -1),
          ),
        ];
      }),
      failures: failuresOf(results, ({ tooMany }) => {
        if (tooMany > 0) return `claims ${tooMany} too many`;
        return tooMany < -1 ? `lacks ${-tooMany}` : null;
      }),
    };
  },
};
