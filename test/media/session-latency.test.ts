/** What the latency budgets measure of a session: from which moment to which. */
import t from 'tap';
import type { SessionInput } from '../../media/session/io.js';
import { createSessionLatency } from '../../media/session-latency.js';

const AUDIO: SessionInput = { type: 'audio', timestampMs: 0, payload: new Uint8Array(160) };
const VOICE: SessionInput = { type: 'voice', sound: 1, speech: true };
const WORD: SessionInput = {
  type: 'recognised',
  event: { type: 'final', text: 'stop', startMs: 0, endMs: 1, confidence: 1, endOfUtterance: true },
};

/** A session that has seen nothing yet; time is steered by hand. */
const measuring = () => {
  const clock = { now: 1_000 };
  const observed: (readonly [string, number])[] = [];
  const latency = createSessionLatency({
    observe: (measure, ms) => observed.push([measure, ms]),
    now: () => clock.now,
    greets: true,
  });
  return { clock, observed, latency };
};

t.test(
  'barge_in.clear ends with `clear`, whether audio or the voice detector brought it about',
  async (t) => {
    const { clock, observed, latency } = measuring();
    latency.speechSufficed(1_000);
    clock.now = 1_001;
    latency.cleared(AUDIO);
    latency.speechSufficed(2_000);
    clock.now = 2_060;
    latency.cleared(VOICE);
    t.same(observed, [
      ['barge_in.clear', 1],
      ['barge_in.clear', 60],
    ]);
  },
);

t.test('a word that interrupts is no measure of speech', async (t) => {
  const { clock, observed, latency } = measuring();
  latency.speechSufficed(1_000);
  clock.now = 9_000;
  latency.cleared(WORD);
  t.same(observed, []);
});
