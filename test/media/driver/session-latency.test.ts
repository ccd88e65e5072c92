/** The moments between which the latency budgets measure a session. */
import t from 'tap';
import { createSessionLatency } from '../../../media/driver/session-latency.js';
import type { SessionInput } from '../../../media/session/io.js';

const AUDIO: SessionInput = { type: 'audio', timestampMs: 0, payload: new Uint8Array(160) };
const VOICE: SessionInput = { type: 'voice', sound: 1, speech: true };
const WORD: SessionInput = {
  type: 'recognised',
  event: { type: 'final', text: 'stop', startMs: 0, endMs: 1, confidence: 1, endOfUtterance: true },
};

/** A session without inputs, on a manual clock. */
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
  'barge_in.clear is measured until `clear` is sent, whether audio or the voice detector caused it',
  async (t) => {
    const { clock, observed, latency } = measuring();
    latency.speechSufficed(1_000);
    clock.now = 1_001;
    latency.cleared(AUDIO, 1_001);
    latency.speechSufficed(2_000);
    clock.now = 2_060;
    latency.cleared(VOICE, 2_060);
    t.same(observed, [
      ['barge_in.clear', 1],
      ['barge_in.clear', 60],
    ]);
  },
);

t.test('an interrupting word is measured from its arrival, not from a sound long ago', async (t) => {
  const { clock, observed, latency } = measuring();
  latency.speechSufficed(1_000);
  clock.now = 9_000;
  latency.cleared(WORD, 8_998);
  latency.cleared({ type: 'mark', name: 'u1' }, 9_000);
  t.same(observed, [['barge_in.clear', 2]]);
});

t.test(
  'turn.overhead is our own share of an answer, without waits for providers or for earlier speech',
  async (t) => {
    const { clock, observed, latency } = measuring();
    const text: SessionInput = { type: 'model_text', generation: 1, text: 'Yes.' };
    const answer = (utterance: string): void => {
      latency.replyRequested(1, WORD, clock.now);
      clock.now += 0.5;
      // The model takes its time.
      clock.now += 300;
      latency.speechRequested(utterance, text, clock.now - 0.25);
      // The synthesiser does, too.
      clock.now += 200;
    };
    const audio: SessionInput = {
      type: 'speech_audio',
      utterance: 'u1',
      payload: new Uint8Array(160),
      words: [],
    };
    answer('u1');
    latency.frameSent('u1', audio, clock.now - 0.125);
    answer('u2');
    clock.now += 150;
    latency.frameSent('u2', { type: 'tick', dueMs: clock.now - 4 }, clock.now - 4);
    t.same(observed, [
      ['turn.overhead', 0.375],
      ['pacing.lateness', 4],
      ['turn.overhead', 0.25],
    ]);
  },
);
