/**
 * The conversation of callee and agent while nodes are killed: a couple of minutes in turns. Every question occurs once
 * in a call, so that a turn of the transcript can be matched to it. The callee's words come from the offline
 * recogniser's own book, so that a fresh process knows them from its first call on.
 */

import { phrasesFor } from '../../media/speech/phrases.js';
import type { Synthesiser } from '../../providers/speech/synthesiser.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import type { CalleeScript, Step } from '../../simulators/phone-network/callee.js';
import { spoken } from '../../testkit/simulators/network-client.js';

export const AGENT_VOICE = 'flite:slt';
const CALLEE_VOICE = 'flite:rms';

export const GREETING = 'Hello, this is the restaurant Bella Vista. How can I help you?';
const OTHERWISE = 'I am sorry, could you say that again?';
const GOODBYE = { question: 'thank you very much', answer: 'Thank you for calling, and goodbye!' };

const TOPICS: readonly { readonly question: string; readonly answer: string }[] = [
  {
    question: 'what are your opening hours',
    answer:
      'We are open every day from noon to midnight, and on Sundays we serve breakfast from nine in the morning.',
  },
  {
    question: 'how much does it cost',
    answer: 'The menu of the day costs forty two dollars. With wine it is sixty five dollars.',
  },
  {
    question: 'I would like to book a table',
    answer: 'With pleasure. For how many people should I book it?',
  },
  {
    question: 'for two people',
    answer: 'A table for two by the window is free. On which evening would you like to come?',
  },
  {
    question: 'tomorrow evening',
    answer: 'Tomorrow evening at seven is still free, and so is a quarter past nine.',
  },
  {
    question: 'I would like to speak to a person',
    answer: 'My colleagues in the house are busy with their guests until eleven, but I can take a message.',
  },
  {
    question: 'call me back later',
    answer: 'Certainly, somebody will call you back before the end of the day.',
  },
  {
    question: 'I would like to cancel my booking',
    answer: 'That is a pity. Your booking is cancelled, and nothing will be charged.',
  },
  {
    question: 'can you repeat that',
    answer: 'Of course. I said that nothing at all will be charged to your card.',
  },
  {
    question: 'one moment please',
    answer: 'Take your time, I am glad to wait for you as long as it takes.',
  },
];

/** The number of questions. */
export const MAX_TOPICS = TOPICS.length;

/** The agent's replies, each with the customer's words that it answers. */
export const INSTRUCTIONS: string = [
  ...TOPICS.map(({ question, answer }) => `When the customer says "${question}", say "${answer}".`),
  `When the customer says "${GOODBYE.question}", say "${GOODBYE.answer}". Then hang up.`,
  `Otherwise, say "${OTHERWISE}".`,
].join('\n');

/** Its nudge leaves a callee time to think, and revives a stalled conversation. */
export const VOICE_SETTINGS: VoiceSettings = {
  firstGreeting: GREETING,
  liveVoiceId: AGENT_VOICE,
  nudgeAfterSilenceSeconds: 5,
  maxCallDurationSeconds: 600,
};
/** Everything that the agent may say to a callee who asks the first `topics` questions, one entry per reply. */
export const agentLines = (topics: number): readonly string[] => [
  ...[GREETING, OTHERWISE, GOODBYE.answer],
  ...Object.values(phrasesFor('en', INSTRUCTIONS)),
  ...TOPICS.slice(0, topics).map(({ answer }) => answer),
];

/** How long a callee thinks before answering, ms; an agent that has just lost its node may need as long. */
const THINKS_MS = 1_200;
/** A callee who hears no goodbye hangs up after this much silence, ms. */
const GIVES_UP_MS = 3_000;

/** The callees' sentences, as µ-law. */
export type CalleeAudio = ReadonlyMap<string, Buffer>;

export const calleeAudio = async (voices: Synthesiser): Promise<CalleeAudio> =>
  new Map(
    await Promise.all(
      [...TOPICS, GOODBYE].map(
        async ({ question }): Promise<[string, Buffer]> => [
          question,
          Buffer.from(await spoken(voices, question, CALLEE_VOICE), 'base64'),
        ],
      ),
    ),
  );

/**
 * A callee who asks the first `topics` questions, starting with a different one for each `turn`, and says goodbye.
 * After being cut off in mid-sentence, the callee repeats the sentence, as people do.
 */
export const calleeScript = (audio: CalleeAudio, turn: number, topics: number): Partial<CalleeScript> => {
  const questions = TOPICS.slice(0, topics).map((topic) => topic.question);
  const from = turn % Math.max(1, questions.length);
  const say = (text: string): Step => ({
    afterSilenceMs: THINKS_MS,
    do: { type: 'say', audio: audio.get(text)?.toString('base64') ?? '', text },
  });
  return {
    ringMs: 500,
    whenCut: 'repeats',
    steps: [
      ...[...questions.slice(from), ...questions.slice(0, from)].map(say),
      say(GOODBYE.question),
      { afterSilenceMs: GIVES_UP_MS, do: { type: 'hang_up' } },
    ],
  };
};
