/** A person at a number without a script: polite, bounded, the same for the same number. */
import t from 'tap';
import { CONVERSATION_PHRASES, PHRASE_BOOK } from '../../../../providers/speech/offline/phrases/book.js';
import { normalPhrase } from '../../../../providers/speech/offline/phrases/text.js';
import { createCalleeVoice } from '../../../../simulators/phone-network/callee-voice.js';
import { LINE, linesOf, wantOf } from '../../../../simulators/phone-network/person/lines.js';
import { createPerson } from '../../../../simulators/phone-network/person/person.js';

const NUMBER = '+14155550100';
const TICK_MS = 20;
/** A line of a second. */
const LINE_BYTES = 8_000;

/** The caller: after each line of the person (and at the start) speaks `speechMs`, and `words` is understood of it. */
interface Caller {
  readonly speechMs: number;
  readonly words: (turn: number) => string;
}

interface PlayedCall {
  readonly said: readonly { readonly text: string; readonly atMs: number }[];
  readonly hungUpAtMs: number | null;
  /** ms during which both spoke. */
  readonly bothMs: number;
}

/** Plays a call of at most `longestMs`. */
const play = async (
  { speechMs, words }: Caller,
  { longestMs = 200_000, number = NUMBER, fails = false, alwaysTalks = false } = {},
): Promise<PlayedCall> => {
  let now = 0;
  let hungUpAtMs: number | null = null;
  let onHeard: (words: string) => void = () => undefined;
  const voice = createCalleeVoice('resumes');
  const person = createPerson({
    number,
    senses: {
      voices: 2,
      speak: async () => {
        if (fails) throw new Error('no voice');
        return new Uint8Array(LINE_BYTES).fill(0x20);
      },
      listen: (listener) => {
        onHeard = listener;
        return { hear: () => undefined, close: () => undefined };
      },
    },
    voice,
    callClock: () => now,
    hangUp: () => {
      hungUpAtMs ??= now;
    },
  });
  // Synthesis takes no time here, but its promises do.
  for (let turn = 0; turn < 100; turn += 1) await Promise.resolve();
  let turn = 0;
  let callerFrom = 500;
  let bothMs = 0;
  let wasSpeaking = false;
  for (; now < longestMs && hungUpAtMs === null; now += TICK_MS) {
    const isCalling = alwaysTalks || (now >= callerFrom && now < callerFrom + speechMs);
    if (speechMs > 0 && now === callerFrom + speechMs) {
      const heard = words(turn);
      if (heard !== '') for (const part of heard.split('|')) onHeard(part);
      turn += 1;
    }
    person.tick(isCalling);
    const isSpeaking = voice.nextFrame(now) !== null;
    if (isSpeaking && isCalling) bothMs += TICK_MS;
    if (wasSpeaking && !isSpeaking) callerFrom = now + 400;
    wasSpeaking = isSpeaking;
    await Promise.resolve();
    await Promise.resolve();
  }
  return { said: voice.spoken.map(({ text, atMs }) => ({ text, atMs })), hungUpAtMs, bothMs };
};

const textsOf = ({ said }: PlayedCall): readonly string[] => said.map(({ text }) => text);

t.test('says its lines in turn, waits for silence, says goodbye and hangs up', async (t) => {
  const played = await play({ speechMs: 3_000, words: () => '' });
  t.same(textsOf(played), [...linesOf(NUMBER, 2).plan, LINE.farewell]);
  t.equal(played.bothMs, 0, 'it never talks over the caller');
  for (const [index, { atMs }] of played.said.entries())
    t.ok(atMs >= 500 + 3_000 + 900 + index * 4_400, `line ${index} at ${atMs} ms`);
  t.ok(played.hungUpAtMs !== null && played.hungUpAtMs < 40_000, `hung up at ${played.hungUpAtMs} ms`);
});

t.test('is the same for the same number, and differs between numbers', async (t) => {
  const caller: Caller = { speechMs: 2_000, words: () => '' };
  t.same(await play(caller), await play(caller));
  const plans = new Set(
    Array.from({ length: 100 }, (_, index) => JSON.stringify(linesOf(`+1415555${1_000 + index}`, 2))),
  );
  t.ok(plans.size > 20, `${plans.size} of 100 numbers differ`);
});

t.test('reacts to what it understands', async (t) => {
  const { plan } = linesOf(NUMBER, 2);
  t.same(textsOf(await play({ speechMs: 2_000, words: () => 'thank you very much|goodbye' })), [
    LINE.goodbye,
  ]);
  const offered = await play({
    speechMs: 2_000,
    words: (turn) => (turn === 0 ? '' : turn > 3 ? 'goodbye' : 'is there anything else i can do for you'),
  });
  t.same(
    textsOf(offered).slice(0, 3),
    [plan[0], plan[3], LINE.nothingElse],
    'a question that is left comes first',
  );
  t.equal(textsOf(offered).at(-1), LINE.goodbye);
  const greeted = textsOf(
    await play({ speechMs: 2_000, words: (turn) => (turn === 0 ? 'hello||how can i help you' : '') }),
  );
  t.same(greeted, [wantOf(NUMBER), plan[2], plan[3], LINE.farewell]);
  const nudged = textsOf(
    await play({ speechMs: 2_000, words: (turn) => (turn === 1 ? 'are you still there' : '') }),
  );
  t.same(nudged.slice(0, 3), [plan[0], LINE.stillThere, plan[1]]);
  const asked = textsOf(
    await play({ speechMs: 2_000, words: (turn) => (turn > 0 ? 'could you say that again please' : '') }),
  );
  t.same(asked.slice(0, 4), [plan[0], plan[0], plan[0], plan[1]], 'a line is said again twice at most');
});

t.test('says goodbye to a caller that stays silent', async (t) => {
  const played = await play({ speechMs: 0, words: () => '' });
  t.same(textsOf(played), [LINE.nobodySpeaks, LINE.areYouThere, LINE.goodbye]);
  t.ok(played.hungUpAtMs !== null && played.hungUpAtMs < 40_000, `hung up at ${played.hungUpAtMs} ms`);
});

t.test('is bounded, whatever the caller says', async (t) => {
  const played = await play({ speechMs: 2_000, words: () => 'are you still there' });
  t.ok(played.said.length <= 14, `${played.said.length} lines`);
  t.ok(played.hungUpAtMs !== null && played.hungUpAtMs <= 130_000, `hung up at ${played.hungUpAtMs} ms`);
  const endless = await play({ speechMs: 0, words: () => '' }, { alwaysTalks: true });
  t.same(endless.said, [], 'it does not interrupt a caller that never stops');
  t.ok(endless.hungUpAtMs !== null && endless.hungUpAtMs <= 130_000, `hung up at ${endless.hungUpAtMs} ms`);
});

t.test('without a voice it hangs up after half a minute', async (t) => {
  const played = await play({ speechMs: 1_000, words: () => '' }, { fails: true });
  t.same(played.said, []);
  t.equal(played.hungUpAtMs, 30_000);
});

t.test('every line is a phrase that the offline recogniser knows', (t) => {
  const known = new Set([...PHRASE_BOOK, ...CONVERSATION_PHRASES].map(normalPhrase));
  const numbers = Array.from({ length: 200 }, (_, index) => `+1415555${1_000 + index}`);
  const lines = new Set([
    ...numbers.flatMap((number) => [...linesOf(number, 2).plan, wantOf(number)]),
    ...Object.values(LINE),
  ]);
  t.ok(lines.size > 15, `${lines.size} lines`);
  for (const line of lines) t.ok(known.has(normalPhrase(line)), line);
  t.end();
});
