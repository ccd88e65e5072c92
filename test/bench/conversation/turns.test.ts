/** The end-of-turn rules on the open half of the corpus of turns. */
import t from 'tap';
import { readTurns } from '../../../bench/conversation/corpora.js';
import { halvesOf } from '../../../bench/conversation/split.js';
import { turnFiguresOf, turnResultOf, USUAL_TURNS } from '../../../bench/conversation/turns.js';

const TURN = {
  id: 'open_word-en-99',
  language: 'en',
  kind: 'open_word',
  asked: null,
  segments: ['I am calling because', 'my order is late'],
  pauses: [{ ms: 900, fullStop: true }],
};

t.test('a pause shorter than the silence does not split a turn, a longer one does', async (t) => {
  t.match(turnResultOf(TURN, USUAL_TURNS), { splits: 0, waitMs: 800 }, 'the pause of 900 ms, and 150');
  const long = { ...TURN, pauses: [{ ms: 1_900, fullStop: true }] };
  t.match(turnResultOf(long, USUAL_TURNS), { splits: 1 });
});

t.test('few turns are split, and finished ones wait briefly', async (t) => {
  const { open } = halvesOf(readTurns());
  for (const recogniserMs of [150, 250, 400]) {
    const { withPauses, split, waitP50, waitP95 } = turnFiguresOf(open, { ...USUAL_TURNS, recogniserMs });
    t.ok(withPauses >= 19, `${withPauses}`);
    t.ok(split.length <= 1, `split: ${split.join(', ')}`);
    t.ok((waitP50 ?? Number.POSITIVE_INFINITY) <= 350, `p50 ${waitP50}`);
    t.ok((waitP95 ?? Number.POSITIVE_INFINITY) <= 900, `p95 ${waitP95}`);
  }
});
