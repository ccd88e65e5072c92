/** Sounds and words of the customer while the agent speaks: what lowers its voice, what stops it, and what does neither. */
import t from 'tap';
import { speechLike } from '../../../../media/rehearsal/speech-like.js';
import { ANSWER, callOverSpeakerphone, type Said, type SpeakerphoneCall } from './speakerphone.js';

/** From the end of a sound until its words are reported. */
const PARTIAL_MS = 150;
const FINAL_MS = 400;

const say = (text: string, soundMs: number, atMs: number): Said => ({
  atMs,
  pcm: speechLike(soundMs / 1_000, -20, soundMs + text.length),
  results: [
    { type: 'partial', text, atMs: soundMs + PARTIAL_MS },
    { type: 'final', text, atMs: soundMs + FINAL_MS },
  ],
});

const call = (language: string, said: readonly Said[], answer = ANSWER): SpeakerphoneCall =>
  callOverSpeakerphone({ echo: null, noiseDbfs: -65, seed: 11, language, said, answer });

const BACKCHANNELS: readonly (readonly [language: string, ...texts: readonly string[]])[] = [
  ['en', 'Uh-huh.', 'Yeah, right.', 'Okay, got it.', 'Mhm', 'Oh nice.'],
  ['de', 'Mhm, ja.', 'Genau.', 'Ach so, okay.', 'Ja, ja.', 'Alles klar.'],
  ['es', 'Ajá.', 'Sí, claro.', 'Vale, vale.', 'Muy bien.', 'De acuerdo.'],
  ['fr', 'Oui, oui.', 'D’accord.', 'Ah bon ?', 'Très bien.', 'Mm-hm.'],
  ['it', 'Sì, sì.', 'Va bene.', 'Ho capito.', 'Certo, certo.', 'Esatto.'],
  ['pt', 'Tá bom.', 'Sim, sim.', 'Entendi.', 'Pois é.', 'Está bem.'],
  ['ja', 'はい。', 'うんうん', 'なるほど。', 'そうですか。', 'ええ、ええ。'],
  ['hi', 'हाँ जी।', 'अच्छा।', 'ठीक है।', 'हाँ, हाँ।', 'समझ गया।'],
];

t.test('the agent speaks on over 40 backchannels in 8 languages', async (t) => {
  for (const [language, ...texts] of BACKCHANNELS)
    for (const [index, text] of texts.entries()) {
      const { gapsMs, stoppedMs, turns, requests } = call(language, [say(text, 260 + index * 60, 2_500)]);
      const name = `${language}: ${text}`;
      t.equal(stoppedMs, null, name);
      t.ok(
        gapsMs.every((gapMs) => gapMs <= 150),
        `${name}: gaps ${gapsMs.join(', ')}`,
      );
      t.equal(requests, 1, `${name} is not answered`);
      t.ok(
        turns.some((turn) => turn.text === ANSWER && !turn.interrupted),
        `${name}: the answer is one turn`,
      );
    }
});

const INTERRUPTIONS: readonly (readonly [language: string, ...texts: readonly string[]])[] = [
  ['en', 'wait', 'stop', 'no', 'yeah no wait'],
  ['de', 'warten Sie', 'stopp', 'nein'],
  ['es', 'espera', 'para', 'no'],
  ['fr', 'attendez', 'arrêtez', 'non'],
  ['it', 'aspetti', 'basta', 'no'],
  ['pt', 'espere', 'pare', 'não'],
  ['ja', '待って', 'やめて', 'いいえ'],
  ['hi', 'रुको', 'बस', 'नहीं'],
];

t.test('"wait", "stop", "no" and their translations stop the agent within 300 ms of the word', async (t) => {
  for (const [language, ...texts] of INTERRUPTIONS)
    for (const text of texts) {
      const { stoppedMs, requests, turns } = call(language, [say(text, 300, 2_500)]);
      const afterMs = (stoppedMs ?? Number.NaN) - 2_500 - 300 - PARTIAL_MS;
      t.ok(afterMs >= -300 && afterMs <= 300, `${language}: ${text}, after ${afterMs} ms`);
      t.equal(requests, 2, `${language}: ${text} is answered`);
      t.ok(turns.some((turn) => turn.speaker === 'customer' && turn.text === text));
    }
});

t.test('500 ms of speech stop the agent without a word', async (t) => {
  const said = [{ atMs: 2_500, pcm: speechLike(1.5, -20, 4) }];
  const { clearedMs, stoppedMs } = call('en', said);
  const [lowered = 0] = clearedMs;
  t.ok(lowered >= 2_680 && lowered <= 2_800, `lowered at ${lowered}`);
  t.ok(stoppedMs !== null && stoppedMs >= 3_000 && stoppedMs <= 3_350, `stopped at ${stoppedMs}`);
});

t.test('a cough lowers the voice and leaves no gap', async (t) => {
  const { clearedMs, gapsMs, stoppedMs, turns } = call('en', [{ atMs: 2_500, pcm: speechLike(0.3, -20, 9) }]);
  t.equal(clearedMs.length, 1);
  t.equal(stoppedMs, null);
  t.same(gapsMs, []);
  t.ok(turns.some(({ text, interrupted }) => text === ANSWER && !interrupted));
});

t.test('without ducking, 200 ms of sound stop the agent', async (t) => {
  const said = [{ atMs: 2_500, pcm: speechLike(0.3, -20, 9) }];
  const { stoppedMs } = callOverSpeakerphone({
    echo: null,
    noiseDbfs: -65,
    seed: 11,
    said,
    voice: { bargeInDuck: false },
  });
  t.ok(stoppedMs !== null && stoppedMs >= 2_680 && stoppedMs <= 2_800, `stopped at ${stoppedMs}`);
});

t.test('the same words are an answer over the last word of a question, and after it', async (t) => {
  const question = 'We have a table at nine. Would you like that?';
  const endsMs = question.replace(' ', '').length * 60;
  for (const atMs of [endsMs - 500, endsMs - 200, endsMs + 300])
    for (const text of ['Yes.', 'Mm-hmm.', 'Okay, sure.']) {
      const { requests, turns } = call('en', [say(text, 300, atMs)], question);
      t.equal(requests, 2, `${text} at ${atMs - endsMs}`);
      t.ok(turns.some((turn) => turn.speaker === 'customer' && turn.text === text));
    }
});

t.test('in the middle of a question they are none', async (t) => {
  const question =
    'Would you like a table at the window, or would you rather sit in the garden this evening?';
  const { requests, stoppedMs } = call('en', [say('Mm-hmm.', 300, 1_500)], question);
  t.same([requests, stoppedMs], [1, null]);
});

t.test('an agent has listening words of its own', async (t) => {
  const said = [say('roger that', 400, 2_500)];
  const withOwn = callOverSpeakerphone({
    echo: null,
    noiseDbfs: -65,
    seed: 11,
    said,
    voice: { backchannels: ['Roger that'] },
  });
  t.equal(withOwn.stoppedMs, null);
  t.not(call('en', said).stoppedMs, null);
});

t.test('a quieter second speaker neither stops the agent nor takes the turn', async (t) => {
  const turn = (text: string, dbfs: number, atMs: number, soundMs = 900): Said => ({
    atMs,
    pcm: speechLike(soundMs / 1_000, dbfs, atMs),
    results: [{ type: 'final', text, atMs: soundMs + FINAL_MS }],
  });
  const own = [
    turn('I live in Berlin', -20, 9_500),
    turn('near the river', -20, 14_000),
    turn('by the old bridge', -20, 18_000),
  ];
  const answer = 'We are open from nine in the morning until six in the evening. And where do you live?';
  const phone = { echo: null, noiseDbfs: -65, seed: 5, answer, lengthMs: 30_000 } as const;
  const alone = callOverSpeakerphone({ ...phone, said: own });
  t.equal(alone.requests, 4);
  const other = callOverSpeakerphone({ ...phone, said: [...own, turn('the dinner is ready', -32, 23_000)] });
  t.equal(other.requests, 4, 'the second speaker is not answered');
  t.ok(other.notes.includes('second_speaker'));
  const moved = callOverSpeakerphone({
    ...phone,
    said: [...own, turn('the other side', -32, 22_000), turn('of the bridge', -32, 25_000)],
  });
  t.equal(moved.requests, 5, 'but a customer who has moved away from the phone is');
});
