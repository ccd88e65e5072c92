/** Speech that is much quieter than the customer's is another speaker's, unless it goes on. */
import t from 'tap';
import { createSpeakerLevel } from '../../../media/policies/speaker-level.js';

const powerOf = (dbfs: number): number => 32_768 ** 2 * 10 ** (dbfs / 10);

const createRoom = () => {
  const level = createSpeakerLevel();
  let now = 0;
  /** Says words of half a second at a level; returns whether they are judged to be another speaker's. */
  const say = (dbfs: number, lengthMs = 500): boolean => {
    const startMs = now;
    for (; now < startMs + lengthMs; now += 20)
      level.sound(now, powerOf((now / 20) % 3 === 0 ? dbfs - 20 : dbfs), 160);
    const judged = level.judge({ startMs, endMs: now });
    for (const until = now + 500; now < until; now += 20) level.sound(now, powerOf(-70), 160);
    return judged;
  };
  return { level, say };
};

t.test('nothing is judged before three pieces of speech are known', async (t) => {
  const { say } = createRoom();
  t.same([say(-20), say(-40), say(-20), say(-22)], [false, false, false, false]);
});

t.test('a voice 12 dB below the usual one is another speaker, one 8 dB below is not', async (t) => {
  const { say, level } = createRoom();
  for (const dbfs of [-20, -22, -18]) say(dbfs);
  t.notOk(say(-28));
  t.ok(say(-33));
  t.ok(level.isOther(powerOf(-33)));
  t.notOk(level.isOther(powerOf(-28)));
});

t.test('the second quiet piece in a row counts, and a loud one between starts again', async (t) => {
  const { say } = createRoom();
  for (const dbfs of [-20, -20, -20]) say(dbfs);
  t.same([say(-34), say(-34)], [true, false], 'the customer has moved away');
  t.same([say(-20), say(-34), say(-20), say(-34)], [false, true, false, true]);
});

t.test('words without known sound, or too short, are the customer’s', async (t) => {
  const { level, say } = createRoom();
  for (const dbfs of [-20, -20, -20]) say(dbfs);
  t.notOk(say(-40, 200));
  t.notOk(level.judge({ startMs: 900_000, endMs: 901_000 }));
});
