/** The bench of conversations counts what goes wrong: each part is shown a planted fault, and the same call without it. */
import t from 'tap';
import { trustingEars } from '../../../bench/conversation/call/ears.js';
import { startCall, type VirtualCall } from '../../../bench/conversation/call/virtual-call.js';
import { claimedWords, playedWords, wordEnds } from '../../../bench/conversation/call/word-times.js';
import type { Opening, readBackchannels, readTurns } from '../../../bench/conversation/corpora.js';
import { type Figure, isMet } from '../../../bench/conversation/figures.js';
import { judgeReaction } from '../../../bench/conversation/parts/backchannels.js';
import { cutReply, type ProvenVoice } from '../../../bench/conversation/parts/cuts.js';
import { countCuts } from '../../../bench/conversation/parts/echo.js';
import { PROVIDERS, timeAnswer } from '../../../bench/conversation/parts/latency.js';
import { judgeOpening } from '../../../bench/conversation/parts/openings.js';
import { compareCuts } from '../../../bench/conversation/parts/sentences.js';
import { textsForVoice } from '../../../bench/conversation/parts/spoken-forms.js';
import { judgeTurn } from '../../../bench/conversation/parts/turns.js';

type Start = typeof startCall;
type Turn = ReturnType<typeof readTurns>[number];
type Backchannel = ReturnType<typeof readBackchannels>[number];

/** Starts calls in which the recogniser also reports these words, with the end of an utterance. */
const hearing =
  (text: string, atMs: number): Start =>
  (brief, parties) => {
    const call = startCall(brief, parties);
    const event = {
      type: 'final',
      text,
      startMs: atMs - 200,
      endMs: atMs,
      confidence: 1,
      endOfUtterance: true,
    } as const;
    call.at(atMs, () => call.feed({ type: 'recognised', event }));
    return call;
  };

/** Starts calls in which the recogniser reports the end of an utterance with every final result. */
const endingEarly: Start = (brief, parties) => {
  const call = startCall(brief, parties);
  const feed: VirtualCall['feed'] = (input) =>
    call.feed(
      input.type === 'recognised' && input.event.type === 'final'
        ? { ...input, event: { ...input.event, endOfUtterance: true } }
        : input,
    );
  return { ...call, feed };
};

/** Starts calls that hear nothing from `atMs` on. */
const deafFrom =
  (atMs: number): Start =>
  (brief, parties) => {
    const call = startCall(brief, parties);
    return {
      ...call,
      sound: (pcm, soundAt) => {
        if (soundAt < atMs) call.sound(pcm, soundAt);
      },
      feed: (input) => {
        if (call.now() < atMs) call.feed(input);
      },
    };
  };

/** Starts calls whose turns end this much later. */
const slower =
  (byMs: number): Start =>
  (brief, parties) => {
    const { endOfTurn } = brief.settings;
    const later = Object.fromEntries(Object.entries(endOfTurn).map(([name, ms]) => [name, ms + byMs]));
    return startCall(
      { ...brief, settings: { ...brief.settings, endOfTurn: { ...endOfTurn, ...later } } },
      parties,
    );
  };

/** Each word of this voice takes 300 ms, and is one sound. */
const EVEN: ProvenVoice = {
  speak: (text) => {
    const words = text.split(' ');
    return {
      audio: new Uint8Array(words.length * 300 * 8).fill(0x20),
      sounds: words.map((name, index) => ({ name, endMs: (index + 1) * 300 })),
    };
  },
  words: (reply) => reply.split(' ').map((text) => ({ text, sounds: [text] })),
};

t.test('cuts: words that were not played, and words that are missing, are counted', async (t) => {
  const reply = 'we have one table left for this evening by the window';
  const right = cutReply('even', reply, 'en', EVEN, 6);
  t.equal(right.length, 6);
  // A voice of even words is what the session assumes of voices without timings.
  t.ok(
    right.every(({ tooMany }) => tooMany <= 0),
    'even words are never too many',
  );
  const tooMany = cutReply('even', reply, 'en', EVEN, 6, () => reply);
  // The last cut is at the end of the reply.
  t.ok(tooMany.slice(0, 5).every((cut) => cut.tooMany >= 1));
  const nothing = cutReply('even', reply, 'en', EVEN, 6, () => '');
  t.ok(nothing.filter((cut) => cut.tooMany < -1).length >= 4);
  const others = cutReply('even', reply, 'en', EVEN, 1, () => 'something else');
  t.ok(
    others.every((cut) => cut.tooMany >= 1),
    'words of no reply were not played',
  );
});

t.test('words end where their sounds end, in texts that write them in another way', async (t) => {
  const sounds = (text: string, fromMs = 0) =>
    [...text].map((name, index) => ({ name, endMs: fromMs + (index + 1) * 100 }));
  const ends = wordEnds(
    [
      { text: 'A', sounds: ['a'] },
      { text: '10', sounds: ['t', 'e', 'n'] },
      { text: 'B', sounds: ['b'] },
    ],
    [
      { utterance: 'u1', sounds: sounds('a') },
      { utterance: 'u2', sounds: sounds('t enb') },
    ],
  );
  t.same(ends, [
    { text: 'A', utterance: 'u1', endMs: 100 },
    { text: '10', utterance: 'u2', endMs: 400 },
    { text: 'B', utterance: 'u2', endMs: 500 },
  ]);
  t.equal(playedWords(ends, new Map([['u1', 100]]), 20), 1);
  t.equal(
    playedWords(
      ends,
      new Map([
        ['u1', 100],
        ['u2', 380],
      ]),
      20,
    ),
    2,
  );
  t.equal(
    playedWords(
      ends,
      new Map([
        ['u1', 100],
        ['u2', 380],
      ]),
      0,
    ),
    1,
  );
  t.equal(claimedWords(['A', '10', 'B'], 'a 10'), 2);
  t.equal(claimedWords(['A', '10', 'B'], 'a 1'), 2, 'a word that is claimed in part counts');
  t.equal(claimedWords(['A', '10', 'B'], ''), 0);
  t.equal(claimedWords(['A', '10', 'B'], 'b'), null);
});

const opening = (change: Partial<Opening>): Opening => ({
  id: 'person-en-1',
  language: 'en',
  kind: 'person',
  msPerWord: 300,
  phrases: [{ startMs: 0, text: 'Hello, this is Tom.' }],
  beep: null,
  expected: { verdict: 'person' },
  ...change,
});
const mailbox = opening({
  id: 'mailbox-en-1',
  kind: 'mailbox',
  phrases: [{ startMs: 0, text: 'Please leave a message after the tone.' }],
  beep: { delayMs: 600, hz: 1_000, durationMs: 400 },
  expected: { verdict: 'machine', reason: 'voicemail' },
});

t.test('openings: hang-ups on people, missed mailboxes and early messages are counted', async (t) => {
  t.equal(judgeOpening(opening({})).ended, null);
  t.ok(judgeOpening(opening({}), hearing('Please leave a message after the tone.', 1_900)).ended);
  t.match(judgeOpening(mailbox), { ended: 'voicemail', leftMessage: true });
  t.match(judgeOpening(mailbox, deafFrom(0)), { ended: null, leftMessage: false });
  const playsEarly: Start = (brief, parties) => {
    const call = startCall(brief, parties);
    return { ...call, played: () => call.played().map((frame) => ({ ...frame, atMs: frame.atMs - 1_000 })) };
  };
  t.match(judgeOpening(mailbox, playsEarly), { ended: 'voicemail', leftMessage: false });
});

t.test('echo: an echo that counts as a voice cuts the answer', async (t) => {
  const speaker = {
    voice: 'slt',
    answer: 'We have two tables left for this evening, one of them by the window.',
  };
  t.equal(countCuts(speaker, {}, trustingEars), 0);
  t.ok(countCuts(speaker, { echo: { dB: -6, delayMs: 200 } }, trustingEars) >= 1);
});

const paused: Turn = {
  id: 'request-en-1',
  language: 'en',
  kind: 'request',
  asked: null,
  segments: ['I would like a table', 'for four people'],
  pauses: [{ ms: 500, fullStop: false }],
  turn: 'I would like a table for four people',
};

t.test('turns: split turns and long waits are counted', async (t) => {
  t.match(judgeTurn(paused, 'no full stops'), { turns: 1, hasPauses: true });
  const split = judgeTurn(paused, 'no full stops', endingEarly);
  t.equal(split.turns, 2);
  const whole = { ...paused, segments: [paused.turn], pauses: [] };
  const usual = judgeTurn(whole, 'no full stops').waitMs ?? 0;
  t.ok(Math.abs((judgeTurn(whole, 'no full stops', slower(1_000)).waitMs ?? 0) - usual - 1_000) <= 20);
  t.equal(judgeTurn(whole, 'no full stops', deafFrom(0)).waitMs, null);
});

const backchannel = (change: Partial<Backchannel>): Backchannel => ({
  id: 'backchannel-en-1',
  language: 'en',
  kind: 'backchannel',
  text: 'mhm',
  soundMs: 300,
  asked: null,
  expected: 'goes_on',
  ...change,
});

t.test('backchannels: gaps, turns, and interruptions that do not stop are counted', async (t) => {
  const silent: Start = deafFrom(2_000);
  t.match(judgeReaction(backchannel({}), silent), { gapMs: 0, stopMs: null, isAnswered: false });
  const interrupted = judgeReaction(backchannel({}), hearing('stop that now please', 4_300));
  t.ok(interrupted.gapMs > 150);
  t.ok(interrupted.isAnswered);
  const stop = backchannel({ text: 'wait, stop please', expected: 'stops' });
  const stopped = judgeReaction(stop);
  t.ok(stopped.stopMs !== null && stopped.stopMs <= 300, String(stopped.stopMs));
  t.ok(stopped.isAnswered);
  t.match(judgeReaction(stop, silent), { stopMs: null, isAnswered: false });
});

t.test('sentences: fragments and joined sentences are counted', async (t) => {
  const sentences = ['I spoke with Dr. Smith about it.', 'He will ring you tomorrow.'];
  t.same(compareCuts(sentences, sentences), { fragments: 0, joined: 0 });
  t.same(compareCuts(['I spoke with Dr.', 'Smith about it.', 'He will ring you tomorrow.'], sentences), {
    fragments: 1,
    joined: 0,
  });
  t.same(
    compareCuts(
      ['Our options: 1.', 'Window seat', '2. Aisle seat'],
      ['Our options:', '1. Window seat', '2. Aisle seat'],
    ),
    {
      fragments: 1,
      joined: 1,
    },
  );
  t.same(compareCuts([sentences.join(' ')], sentences), { fragments: 0, joined: 1 });
  t.same(compareCuts(['Well, yes of course,', 'we are open.'], ['Well, yes of course, we are open.']), {
    fragments: 0,
    joined: 0,
  });
});

t.test('spoken forms: the texts are those that the voice was given', async (t) => {
  t.same(textsForVoice('We are open today.', 'en'), ['We are open today.']);
  const replaced: Start = (brief, parties) =>
    startCall(brief, {
      ...parties,
      model: (request) => (request === 0 ? { text: 'Another text.', firstMs: 50, tokenMs: 5 } : null),
    });
  t.same(textsForVoice('We are open today.', 'en', replaced), ['Another text.']);
});

t.test('latency: a longer wait at the end of a turn is measured', async (t) => {
  const [providers] = PROVIDERS;
  if (providers === undefined) throw new Error('no set of providers');
  const whole = { ...paused, segments: [paused.turn], pauses: [] };
  const usual = timeAnswer(whole, providers);
  const late = timeAnswer(whole, providers, slower(500));
  t.ok(usual.voiceToVoiceMs !== null && late.voiceToVoiceMs !== null);
  t.ok(Math.abs((late.voiceToVoiceMs ?? 0) - (usual.voiceToVoiceMs ?? 0) - 500) <= 20);
  t.ok((usual.ownMs ?? 0) < (usual.voiceToVoiceMs ?? 0));
  t.equal(timeAnswer(whole, providers, deafFrom(0)).voiceToVoiceMs, null);
});

t.test('a goal must be met by both halves', async (t) => {
  const figure = (open: number | null, heldOut: number | null): Figure => ({
    measure: 'share',
    unit: '%',
    goal: { atMost: 5 },
    open,
    heldOut,
    cases: { open: 1, heldOut: 1 },
  });
  t.equal(isMet(figure(5, 5)), true);
  t.equal(isMet(figure(5, 6)), false);
  t.equal(isMet(figure(6, 5)), false);
  t.equal(isMet(figure(5, null)), true);
  t.equal(isMet({ ...figure(90, 90), goal: { atLeast: 95 } }), false);
  t.equal(isMet({ ...figure(90, 90), goal: null }), true);
});
