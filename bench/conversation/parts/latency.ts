/**
 * Latency: from the end of the caller's last word until the first sound of the answer, with providers that take as long as
 * real ones do. The providers' delays are assumptions, the same for each run; Parley's own part is all the rest.
 */
import { briefFor } from '../call/brief.js';
import { say, withSign, wordsFrom } from '../call/caller.js';
import type { ModelReply } from '../call/providers.js';
import { startCall } from '../call/virtual-call.js';
import { steadyVoice } from '../call/voices.js';
import { readTurns } from '../corpora.js';
import { count, failuresOf, figure, only, overHalves, type Part, quantile } from '../figures.js';

/** The delays of a set of providers, ms. */
interface ProviderDelays {
  readonly name: string;
  /** From the end of speech until the final result, and whether it reports the end of the turn. */
  readonly finalMs: number;
  readonly endOfUtterance: boolean;
  /** Whether it writes punctuation. */
  readonly punctuates: boolean;
  readonly firstTokenMs: number;
  readonly tokenMs: number;
  readonly firstAudioMs: number;
}

/** The pairs of `npm run bench:providers`, the delays of docs/explanation/media.md "Preemptive replies", and a slow set. */
export const PROVIDERS: readonly ProviderDelays[] = [
  {
    name: 'deepgram:nova-3, openai, elevenlabs',
    finalMs: 250,
    endOfUtterance: false,
    punctuates: true,
    firstTokenMs: 400,
    tokenMs: 20,
    firstAudioMs: 200,
  },
  {
    name: 'deepgram:flux, anthropic, cartesia',
    finalMs: 350,
    endOfUtterance: true,
    punctuates: true,
    firstTokenMs: 500,
    tokenMs: 15,
    firstAudioMs: 100,
  },
  {
    name: 'openai:gpt-4o-transcribe, groq, soniox',
    finalMs: 400,
    endOfUtterance: false,
    punctuates: true,
    firstTokenMs: 120,
    tokenMs: 5,
    firstAudioMs: 200,
  },
  {
    name: 'without punctuation, slow model and voice',
    finalMs: 300,
    endOfUtterance: false,
    punctuates: false,
    firstTokenMs: 800,
    tokenMs: 30,
    firstAudioMs: 300,
  },
];

const ANSWERS: readonly string[] = [
  'Yes, we have one left for this evening. Would you like it?',
  'One moment while I look that up for you. It is on its way and will be there tomorrow.',
  'I have written that down. Is there anything else?',
];
const SPEECH_AT_MS = 1_000;
const AFTERWARDS_MS = 8_000;

type Turn = ReturnType<typeof readTurns>[number];

/** The outcome of a turn with a set of providers. */
interface Answered {
  readonly id: string;
  /** From the end of the last word until the first frame of the answer plays, ms; null: it never does. */
  readonly voiceToVoiceMs: number | null;
  /** The same without the delays of the providers, ms. */
  readonly ownMs: number | null;
}

/** Plays a turn without pauses. `start` is another one in tests of the judgement. */
export const timeAnswer = (
  { id, language, kind, turn }: Turn,
  providers: ProviderDelays,
  start: typeof startCall = startCall,
): Answered => {
  const { finalMs, endOfUtterance, punctuates, firstTokenMs, tokenMs, firstAudioMs } = providers;
  const answer = ANSWERS[id.length % ANSWERS.length] ?? '';
  const reply: ModelReply = { text: answer, firstMs: firstTokenMs, tokenMs };
  const call = start(briefFor({ language }), {
    voice: steadyVoice,
    voiceFirstMs: firstAudioMs,
    model: () => reply,
  });
  const words = wordsFrom(turn, language, SPEECH_AT_MS);
  const endMs = words.at(-1)?.endMs ?? SPEECH_AT_MS;
  const text = withSign(turn, language, punctuates, kind === 'question');
  say(call, words, { partialMs: 120, finalMs, endOfUtterance }, text);
  call.run(endMs + AFTERWARDS_MS);
  // A filler is no answer.
  const ofAnswer = new Set(
    [...call.spoken()].filter(([, text]) => answer.includes(text)).map(([utterance]) => utterance),
  );
  const firstFrame = call.played().find(({ utterance }) => utterance !== null && ofAnswer.has(utterance));
  call.close();
  if (firstFrame === undefined) return { id, voiceToVoiceMs: null, ownMs: null };
  const voiceToVoiceMs = firstFrame.atMs - endMs;
  return { id, voiceToVoiceMs, ownMs: voiceToVoiceMs - finalMs - firstTokenMs - firstAudioMs };
};

export const latency: Part = {
  name: 'latency',
  title: 'From the last word to the first sound of the answer',
  run: (share) => {
    const finished = readTurns().filter(({ pauses }) => pauses.length === 0);
    const all = PROVIDERS.map((providers) => ({
      providers,
      results: overHalves(finished, share, (turn) => timeAnswer(turn, providers)),
    }));
    return {
      figures: all.flatMap(({ providers: { name }, results }) => {
        const answered = only(results, ({ voiceToVoiceMs }) => voiceToVoiceMs !== null);
        return [
          figure(
            `${name}: p50`,
            'ms',
            null,
            answered,
            quantile(0.5, ({ voiceToVoiceMs }) => voiceToVoiceMs),
          ),
          figure(
            `${name}: p95`,
            'ms',
            null,
            answered,
            quantile(0.95, ({ voiceToVoiceMs }) => voiceToVoiceMs),
          ),
          figure(
            `${name}: without providers, p50`,
            'ms',
            null,
            answered,
            quantile(0.5, ({ ownMs }) => ownMs),
          ),
          figure(
            `${name}: not answered`,
            '',
            { atMost: 0 },
            results,
            count(({ voiceToVoiceMs }) => voiceToVoiceMs === null),
          ),
        ];
      }),
      failures: all.flatMap(({ providers: { name }, results }) =>
        failuresOf(results, ({ voiceToVoiceMs }) =>
          voiceToVoiceMs === null ? `${name}: not answered` : null,
        ),
      ),
    };
  },
};
