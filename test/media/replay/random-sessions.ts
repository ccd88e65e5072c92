/**
 * Recorded sessions of every kind, from seeds: with tools, interruptions, keys, failures and lost streams, operators,
 * engines, languages, voicemail and sources. They need not make sense; a session takes any input.
 */
import { createMediaSession } from '../../../media/session/index.js';
import type { SessionBrief, SessionOutput } from '../../../media/session/io.js';
import { createRecordBuffer } from '../../../media/session/log-records.js';
import { sessionSettings } from '../../../media/settings.js';
import { PHRASES_BY_LANGUAGE } from '../../../media/speech/phrases-by-language.js';
import { memberOf } from '../../../providers/session-logs/members.js';
import { SWITCH_LANGUAGE_TOOL } from '../../../schemas/agents/tool.js';
import type { VoiceSettings } from '../../../schemas/agents/voice-settings.js';
import { seeded } from '../../../testkit/seeded.js';
import { briefOf, type Conversation, converse, TEST_BUILD } from '../session/carrier.js';
import { handBack, speak, takeOver, understood } from '../session/operator/taken-over.js';
import { playCall } from '../session/simulated/call.js';
import type { World } from '../session/simulated/world.js';

export interface RandomSession {
  readonly log: Uint8Array;
  /** Types of its outputs, and `command:<type>` of its commands. */
  readonly did: ReadonlySet<string>;
}

/** The log of a call in simulated time, as a node would have written it. */
export const logOfWorld = async (world: World): Promise<RandomSession> => {
  const { brief, inputs } = playCall(world);
  const session = createMediaSession(brief);
  const records = createRecordBuffer();
  records.addBrief(brief, TEST_BUILD);
  const outputs: SessionOutput[] = [];
  for (const { input, atMs } of inputs) {
    const produced = session.step(input, atMs);
    records.addInput(input, atMs, produced);
    outputs.push(...produced);
    if (input.type === 'audio') session.workAhead();
  }
  return { log: await memberOf(records.take()), did: didOf(outputs) };
};

const didOf = (outputs: readonly SessionOutput[]): ReadonlySet<string> =>
  new Set(
    outputs.map((output) => (output.type === 'command' ? `command:${output.command.type}` : output.type)),
  );

/** Draws from a seed. */
const drawsOf = (seed: number) => {
  const random = seeded(seed);
  const below = (count: number): number => Math.floor(random() * count);
  return {
    below,
    chance: (share: number): boolean => random() < share,
    oneOf: <T>(first: T, ...others: readonly T[]): T => [first, ...others][below(others.length + 1)] ?? first,
  };
};
type Draws = ReturnType<typeof drawsOf>;

const SOURCES = [{ sourceId: 's1', title: 'Handbook', passages: [{ position: 2, heading: 'Parking' }] }];
const USER = { type: 'user', id: 'u1' } as const;

const randomBrief = ({ chance, oneOf, below }: Draws): SessionBrief => {
  const voice: VoiceSettings = {
    allowGreetingInterrupt: chance(0.5),
    bargeInDuck: chance(0.5),
    repeatInterruptedSentence: chance(0.3),
    patience: oneOf('low', 'normal', 'high'),
    nudgeAfterSilenceSeconds: 2 + below(6),
    ...(chance(0.3) ? { backchannels: ['sure thing'] } : {}),
  };
  const hasEngine = chance(0.35);
  return briefOf(voice, {
    settings: { ...sessionSettings({ fillerAfterSeconds: 2, ...voice }, chance(0.5)), toolMs: 6_000 },
    greeting: oneOf('', 'Hello there, how can I help?'),
    ...(chance(0.3) ? { disclosure: 'I am an AI.' } : {}),
    ...(chance(0.3)
      ? {
          languages: [
            { language: 'en', phrases: briefOf().phrases },
            { language: 'de', phrases: PHRASES_BY_LANGUAGE.de },
          ],
        }
      : {}),
    facts: chance(0.3) ? { name: 'Zoë “Q” Ω' } : {},
    voicemail: oneOf<SessionBrief['voicemail']>(
      { type: 'talk' },
      { type: 'hang_up' },
      { type: 'leave_message', text: 'Please call back.' },
    ),
    menu: chance(0.2) ? { repeats: 2, transferTool: null } : null,
    confirmsVoice: chance(0.3),
    judgesTurns: chance(0.3),
    awaitsWords: chance(0.2),
    reckonedReceipts: chance(0.2),
    providers: {
      models: 1 + below(2),
      synthesisers: 1 + below(2),
      recognisers: 2,
      engines: hasEngine ? 1 : 0,
    },
    ...(chance(0.2)
      ? {
          resumed: true,
          turns: [
            {
              turnId: 'before',
              speaker: 'customer',
              text: 'And where is it?',
              at: 999_000,
              audioOffsetMs: null,
              audioEndOffsetMs: null,
              interrupted: false,
              heard: 'acked',
              latencies: null,
            },
          ],
        }
      : {}),
  });
};

const WORDS = [
  'what are your hours',
  'mm hm',
  'sure thing',
  'wait',
  'I want a table for',
  'my number is five five five',
  'you have reached bob please leave a message after the tone',
  'for sales press one for service press two',
  'yes',
  'auf Deutsch bitte – größer als 1½?',
] as const;
const REPLIES = [
  'Short.',
  'A longer answer. It has two sentences.',
  'Of course! One moment, please…',
  '',
] as const;

/** The model, or the engine, answers the latest request. */
const answer = (conversation: Conversation, draws: Draws): void => {
  const { chance, oneOf, below } = draws;
  const generation = (conversation.last('engine_respond') ?? conversation.last('respond'))?.generation;
  if (generation === undefined) return;
  const isEngine = conversation.last('engine_respond')?.generation === generation;
  if (chance(0.2)) conversation.feed({ type: 'model_sources', generation, sources: SOURCES });
  for (const text of oneOf(...REPLIES).match(/\S+\s*/g) ?? []) {
    conversation.feed({ type: 'model_text', generation, text });
    const payload = new Uint8Array(text.length * 400).fill(0x21);
    if (isEngine) conversation.feed({ type: 'model_audio', generation, payload });
    if (chance(0.3)) conversation.pass(20 + below(80));
  }
  if (chance(0.3)) useTool(conversation, generation, draws);
  if (chance(0.1)) conversation.feed({ type: 'model_failed', generation });
  else conversation.feed({ type: 'model_done', generation, ...(chance(0.3) ? { isDeliberate: true } : {}) });
};

const useTool = (conversation: Conversation, generation: number, { oneOf, below }: Draws): void => {
  const name = oneOf('look_up', 'look_up', 'book', SWITCH_LANGUAGE_TOOL, 'end_call', 'refused');
  conversation.feed({
    type: 'model_tool',
    generation,
    name,
    arguments: name === SWITCH_LANGUAGE_TOOL ? { language: 'de' } : { order: `A${below(9)}`, when: null },
    ...(name === 'refused' ? { refusal: 'It is closed.' } : {}),
  });
};

/** Pending questions to models about sounds, pauses and the answering party are answered, or not. */
const judge = (conversation: Conversation, { chance, oneOf }: Draws): void => {
  const sound = conversation.last('confirm_voice')?.sound;
  if (sound !== undefined && chance(0.5)) conversation.feed({ type: 'voice', sound, speech: chance(0.7) });
  const pause = conversation.last('judge_turn')?.pause;
  if (pause !== undefined && chance(0.5))
    conversation.feed({ type: 'turn_judged', pause, probability: oneOf(0.05, 0.4, 0.97) });
  const question = conversation.last('ask_answerer')?.question;
  if (question !== undefined && chance(0.5))
    conversation.feed({ type: 'answerer_judged', question, verdict: null });
  const use = conversation.last('use_tool')?.use;
  if (use !== undefined && chance(0.6))
    conversation.feed({
      type: 'tool_done',
      use,
      outcome: oneOf('done', 'done', 'failed', 'unknown'),
      result: '{"open":true}',
    });
};

const hear = (conversation: Conversation, { chance, oneOf, below }: Draws): void => {
  const text = oneOf(...WORDS);
  conversation.pass(200 + below(800), true);
  const endMs = conversation.now();
  const startMs = Math.max(0, endMs - 600);
  const likely = oneOf<{ readonly end?: 'likely' | 'withdrawn' }>(
    {},
    { end: 'likely' },
    { end: 'withdrawn' },
  );
  if (chance(0.5))
    conversation.feed({ type: 'recognised', event: { type: 'partial', text, startMs, endMs, ...likely } });
  if (conversation.sent('open_engine') > 0 && chance(0.8)) {
    conversation.feed({ type: 'engine_speech', startMs });
    conversation.pass(100 + below(400));
    conversation.feed({ type: 'engine_spoken', startMs, endMs });
  }
  conversation.pass(below(400));
  conversation.hear(text, 600, chance(0.5));
};

const operator = (conversation: Conversation, { chance, oneOf, below }: Draws): void => {
  takeOver(conversation, oneOf('line1', 'line2'));
  conversation.pass(below(300));
  speak(conversation, 40 + below(600));
  if (chance(0.8)) understood(conversation, 'Let me see.');
  conversation.pass(below(1_500), chance(0.3));
  if (chance(0.8)) handBack(conversation, oneOf('', 'They want a refund.'));
};

const mishap = (conversation: Conversation, { oneOf, below }: Draws): void => {
  const utterance = conversation.last('synthesise')?.utterance ?? 'x';
  switch (oneOf('drop', 'recogniser', 'speech', 'engine_lost', 'engine_failed', 'replaced', 'mark')) {
    case 'drop':
      conversation.feed({ type: 'disconnected' });
      conversation.pass(below(3_000));
      return conversation.feed({ type: 'connected' });
    case 'recogniser':
      return conversation.feed({ type: 'recognised', event: { type: 'failed', reason: 'gone' } });
    case 'speech':
      return conversation.feed({ type: 'speech_failed', utterance });
    case 'engine_lost':
      return conversation.feed({ type: 'engine_lost' });
    case 'engine_failed':
      return conversation.feed({ type: 'engine_failed', unheardMs: below(900) });
    case 'replaced':
      return conversation.feed({ type: 'connected' });
    default:
      return conversation.feed({ type: 'mark', name: 'attacheu1:0:99999' });
  }
};

/** A session that only this seed makes. */
export const randomSession = (seed: number): RandomSession => {
  const draws = drawsOf(seed);
  const { below, chance, oneOf } = draws;
  const conversation = converse(randomBrief(draws), {
    echo: oneOf('played', 'played', 'never', 'twice'),
    lateMs: oneOf(0, 0, 60, 300),
  });
  conversation.feed({ type: 'connected' });
  if (chance(0.3)) conversation.feed({ type: 'can_press_keys' });
  for (let step = 6 + below(12); step > 0; step -= 1) {
    const action = oneOf(
      'hear',
      'hear',
      'hear',
      'answer',
      'answer',
      'pass',
      'operator',
      'mishap',
      'key',
      'note',
    );
    if (action === 'hear') hear(conversation, draws);
    else if (action === 'answer') answer(conversation, draws);
    else if (action === 'pass') conversation.pass(20 + below(2_500), chance(0.2));
    else if (action === 'operator' && chance(0.4)) operator(conversation, draws);
    else if (action === 'mishap' && chance(0.5)) mishap(conversation, draws);
    else if (action === 'key') conversation.feed({ type: 'dtmf', digit: oneOf('1', '5', '#') });
    else if (action === 'note')
      conversation.feed({ type: 'agent_note', id: `n${step}`, text: `Be brief, says ${USER.id}.` });
    judge(conversation, draws);
    conversation.pass(below(1_200));
    if (chance(0.4)) answer(conversation, draws);
  }
  conversation.feed({ type: 'closing' });
  conversation.feed({ type: 'closed' });
  return { log: conversation.recording(), did: didOf(conversation.outputs.map(({ output }) => output)) };
};
