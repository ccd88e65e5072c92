/** The verdict on calls whose nodes died: it passes a correct call and detects each kind of fault. */
import t from 'tap';
import type { CallFacts } from '../../../bench/failover/call-facts.js';
import { timelineOf } from '../../../bench/failover/call-facts.js';
import { GREETING } from '../../../bench/failover/conversation.js';
import { gapsOf, spreadOf } from '../../../bench/failover/gaps.js';
import { powerOf } from '../../../bench/failover/loudness.js';
import { judgeCall } from '../../../bench/failover/verdict.js';
import type { CallDetail } from '../../../testkit/api/client.js';
import { audio, goodCall, speech, turn, ZERO } from './good-call.js';

const kills = [{ at: ZERO + 9_790, goneAt: ZERO + 9_790, node: 0, up: 1 }];
const faultsOf = (facts: CallFacts) => [
  ...new Set(judgeCall(facts, kills, audio).faults.map(({ promise }) => promise)),
];
const withTranscript = (change: (turns: CallDetail['transcript']) => CallDetail['transcript']): CallFacts => {
  const facts = goodCall();
  return { ...facts, detail: { ...facts.detail, transcript: change(facts.detail.transcript) } };
};

t.test('a call that keeps every promise has no fault', async (t) => {
  t.same(judgeCall(goodCall(), kills, audio).faults, []);
});

t.test('detects each kind of fault', async (t) => {
  const good = goodCall();
  const { tracks } = good;
  if (typeof tracks === 'string' || good.history === null) throw new Error('no tracks');
  const { history } = good;
  t.same(faultsOf(withTranscript((turns) => turns.filter(({ speaker }) => speaker !== 'customer'))), [
    'customer_words',
  ]);
  t.same(
    faultsOf(
      withTranscript((turns) =>
        turns.flatMap((turn) => (turn.speaker === 'customer' ? [turn, turn] : [turn])),
      ),
    ),
    ['customer_words'],
    'written twice',
  );
  t.same(
    faultsOf(withTranscript((turns) => [...turns, turn('customer', 'where are you', 16_000, 17_000)])),
    ['customer_words', 'recording_turns'],
    'written but never spoken',
  );
  t.same(
    faultsOf(
      withTranscript((turns) => [...turns, turn('assistant', 'A table is reserved.', 16_000, 18_000)]),
    ),
    ['agent_words', 'recording_turns'],
    'written but never heard',
  );
  t.same(faultsOf(withTranscript((turns) => turns.slice(0, 2))), ['agent_words'], 'heard but not written');
  t.same(
    faultsOf({
      ...good,
      understood: { heard: [...good.understood.heard, speech(GREETING, 12_000, 14_000)], unknownMs: 0 },
    }),
    ['one_greeting', 'agent_words'],
  );
  t.same(faultsOf({ ...good, placed: [...good.placed, ...good.placed] }), ['placed_once']);
  const afterwards = [...kills, { at: ZERO + 19_990, goneAt: ZERO + 19_990, node: 1, up: 1 }];
  t.same(
    judgeCall({ ...good, history: { ...history, endedBy: 'document' } }, afterwards, audio).faults.map(
      ({ promise }) => promise,
    ),
    ['not_lost'],
    'its last stream was lost',
  );
  const { call } = good.detail;
  t.same(faultsOf({ ...good, detail: { ...good.detail, call: { ...call, durationSeconds: 21 } } }), [
    'billed',
  ]);
  t.same(faultsOf({ ...good, tracks: 'gone' }), ['one_recording', 'recording_words']);
  t.same(
    faultsOf({ ...good, tracks: { ...tracks, agent: new Float64Array(1_500) } }),
    ['recording_turns', 'recording_words'],
    'an empty track',
  );
  const late = new Float64Array(1_500);
  late.set(tracks.agent.subarray(0, 1_470), 30);
  t.ok(faultsOf({ ...good, tracks: { ...tracks, agent: late } }).includes('recording_words'), '600 ms late');
  const humming = tracks.customer.slice().fill(500, 900, 920);
  t.same(faultsOf({ ...good, tracks: { ...tracks, customer: humming } }), ['recording_silence']);
  t.same(
    judgeCall(good, [], audio).faults.map(({ promise }) => promise),
    ['streams_last'],
    'a stream that was lost without a kill',
  );
});

t.test('forgives the audio that a killed process had not handed on', async (t) => {
  const good = goodCall();
  if (typeof good.tracks === 'string') throw new Error('no tracks');
  // 6 to 7.6 s: the last four seconds before the kill at 9.8 s.
  const { agent } = good.tracks;
  t.same(faultsOf({ ...good, tracks: { agent, customer: new Float64Array(1_500) } }), []);
});

t.test('a process that dies in its first second had carried the call if it was heard', async (t) => {
  const good = goodCall();
  if (typeof good.tracks === 'string' || good.history === null) throw new Error('no tracks');
  const streams = [
    { askedAtMs: 0, openedAtMs: 0, closedAtMs: 960, code: 1006 },
    { askedAtMs: 980, openedAtMs: 1_000, closedAtMs: 9_800, code: 1006 },
    ...good.history.streams.slice(1),
  ];
  const facts = { ...good, history: { ...good.history, streams } };
  const both = [{ at: ZERO + 950, goneAt: ZERO + 950, node: 1, up: 1 }, ...kills];
  t.same(timelineOf(facts, both)?.losses, [960, 9_800]);
  const agent = good.tracks.agent.slice().fill(0, 0, 50);
  const withoutStart = { ...facts, tracks: { ...good.tracks, agent } };
  t.same(judgeCall(withoutStart, both, audio).faults, [], 'its part of the recording may be lost with it');
  t.equal(
    timelineOf({ ...facts, played: good.played.slice(1) }, both)?.stillborn,
    1,
    'nothing was heard on it',
  );
});

t.test('what is lost with a process counts from its kill, however late its sockets close', async (t) => {
  const good = goodCall();
  if (typeof good.tracks === 'string') throw new Error('no tracks');
  const agent = good.tracks.agent.slice().fill(0, 100, 600);
  const facts = { ...good, tracks: { ...good.tracks, agent } };
  t.ok(faultsOf(facts).includes('recording_words'), 'silent from the second second on');
  const slow = [{ at: ZERO + 5_690, goneAt: ZERO + 9_790, node: 0, up: 1 }];
  t.same(judgeCall(facts, slow, audio).faults, []);
  t.same(timelineOf(good, slow)?.deaths, [5_690]);
  t.same(timelineOf(good, kills)?.deaths, [9_790]);
});

t.test('does not judge the place of speech while the bench itself stalled, and counts it', async (t) => {
  const good = goodCall();
  if (typeof good.tracks === 'string') throw new Error('no tracks');
  const late = new Float64Array(1_500);
  late.set(good.tracks.agent.subarray(0, 1_470), 30);
  const facts = { ...good, tracks: { ...good.tracks, agent: late } };
  const during = { ...facts, stalls: [{ atMs: ZERO + 12_500, endMs: ZERO + 12_900 }] };
  t.equal(judgeCall(during, kills, audio).unjudged, 1);
  const others = { ...facts, stalls: [{ atMs: ZERO + 15_000, endMs: ZERO + 15_400 }] };
  t.equal(judgeCall(others, kills, audio).unjudged, 0);
  t.ok(faultsOf(others).includes('recording_words'), 'a stall at another time excuses nothing');
});

t.test(
  'counts the last stream as lost if the document ended the call, whichever clock was read first',
  async (t) => {
    const facts = goodCall();
    if (facts.history === null) throw new Error('no history');
    const streams = facts.history.streams.map((stream) => ({
      ...stream,
      closedAtMs: stream.closedAtMs === 20_010 ? 20_000.5 : stream.closedAtMs,
    }));
    t.same(
      timelineOf({ ...facts, history: { ...facts.history, streams, endedBy: 'document' } })?.losses,
      [9_800, 20_000.5],
    );
    t.same(timelineOf({ ...facts, history: { ...facts.history, streams } })?.losses, [9_800]);
  },
);

t.test(
  'measures gaps from the loss of a stream to the next one, to its session and to the owed answer',
  async (t) => {
    const facts = goodCall();
    const call = timelineOf(facts);
    if (call === null) throw new Error('no media');
    t.same(gapsOf(facts, call), [{ socketMs: 300, sessionMs: 700, owed: 'answer', agentMs: 2_200 }]);
    t.same(spreadOf([]), { count: 0, p50: null, p99: null, max: null });
    t.same(spreadOf(Array.from({ length: 200 }, (_, index) => index + 1)), {
      count: 200,
      p50: 100,
      p99: 198,
      max: 200,
    });
  },
);

t.test('a hard onset that the codec of the recording softens is no fault', async (t) => {
  const good = withTranscript((turns) => [
    ...turns.slice(0, 2),
    turn('assistant', 'We are open', 12_000, 12_440),
  ]);
  const { tracks } = good;
  if (typeof tracks === 'string') throw new Error('no tracks');
  const heard = Buffer.from(
    Array.from({ length: 440 * 8 }, (_, at) => 0x40 + ((Math.floor(at / 160) * 7) % 0x30)),
  );
  const agent = tracks.agent.slice().fill(0, 600);
  for (let step = 0; step < 22; step += 1)
    agent[600 + step] = Math.sqrt(powerOf(heard.subarray(step * 160, (step + 1) * 160)));
  // Twice as loud as the loudest of the others.
  heard.fill(0x2f, 40 * 8, 60 * 8);
  const played = [...good.played.slice(0, 1), { atMs: 12_000, audio: heard }];
  const [greeting, answer] = good.understood.heard;
  if (greeting === undefined || answer === undefined) throw new Error('no speech');
  const understood = {
    heard: [greeting, { ...answer, words: ['We', 'are', 'open'], endMs: 12_440, toEnd: false }],
    unknownMs: 0,
  };
  const withTrack = (track: Float64Array): CallFacts => ({
    ...good,
    played,
    understood,
    tracks: { ...tracks, agent: track },
  });
  t.same(faultsOf(withTrack(agent)), []);
  const late = agent.slice();
  late.copyWithin(620, 600, 640);
  late.fill(0, 600, 620);
  t.same(faultsOf(withTrack(late)), ['recording_words'], '400 ms late');
});

t.test('a dry tick moves the rest of a piece, and is no fault; half a piece elsewhere is one', async (t) => {
  const good = goodCall();
  if (typeof good.tracks === 'string') throw new Error('no tracks');
  const { tracks } = good;
  /** The answer, from 12 s on: 400 ms, then a gap, then the rest of the first second. */
  const withGap = (steps: number) => {
    const agent = tracks.agent.slice();
    agent.copyWithin(620 + steps, 620, 700 - steps);
    agent.fill(0, 620, 620 + steps);
    return { ...good, tracks: { ...tracks, agent } };
  };
  t.same(faultsOf(withGap(2)), [], '40 ms');
  t.ok(faultsOf(withGap(20)).includes('recording_words'), '400 ms');
});
