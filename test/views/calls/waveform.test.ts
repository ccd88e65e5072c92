/** Rows of calls: who speaks when, the slowest answer, and whether the call was reviewed. */
import t from 'tap';
import type { CallReviewEvent } from '../../../actors/call-review/events.js';
import { waveformOf } from '../../../views/calls/waveform.js';
import { registry } from '../../../views/registry.js';
import { type Commit, counted, NOON } from '../analytics/counted.js';
import { accepted, ended, turn } from '../journal.js';

const PAGE = { limit: 10, cursor: null };
const spoken = (
  speaker: 'customer' | 'assistant' | 'human',
  audioOffsetMs: number,
  audioEndOffsetMs: number,
) => turn(`${speaker} ${audioOffsetMs}`, { speaker, audioOffsetMs, audioEndOffsetMs });
const answeredIn = (firstPlayedMs: number | null, firstFrameMs: number, audioOffsetMs: number | null) =>
  turn(`answer ${firstFrameMs}`, {
    speaker: 'assistant',
    audioOffsetMs,
    latencies: {
      finalTranscriptMs: null,
      firstTokenMs: null,
      firstAudioMs: null,
      firstFrameMs,
      firstPlayedMs,
    },
  });
const call = (id: string, ...events: Commit['events']): Commit => ({
  kind: 'call',
  id,
  at: NOON,
  events: [accepted(), ...events],
});

t.test('a slice has the tenths in which a side speaks', (t) => {
  const side = (
    speaker: 'customer' | 'assistant' | 'human',
    audioOffsetMs: number | null,
    end: number | null,
  ) => ({
    speaker,
    audioOffsetMs,
    audioEndOffsetMs: end,
  });
  t.same(
    waveformOf(
      [
        side('assistant', 0, 1_500),
        side('customer', 1_500, 2_000),
        side('customer', 3_000, 3_090),
        side('human', 31_000, 32_000),
        side('customer', null, null),
        { ...side('customer', 5_000, 9_000), keys: true },
      ],
      32_000,
    ),
    { agent: `95${'0'.repeat(29)}9`, customer: `05${'0'.repeat(30)}` },
  );
  t.equal(waveformOf([side('customer', 3_000, 3_200)], 32_000)?.customer, `0002${'0'.repeat(28)}`);
  t.equal(
    waveformOf([side('customer', 0, 64_000)], 0)?.customer,
    '9'.repeat(32),
    'turns may be all that is known',
  );
  t.equal(waveformOf([side('customer', null, 5)], 32_000), null);
  t.end();
});

t.test('a row of the list shows both sides once the call has ended, also words that arrive later', (t) => {
  const { db } = counted(t, [
    call('live', spoken('customer', 0, 1_000)),
    call('silent', ended('busy')),
    call('c1', spoken('assistant', 0, 3_000), ended('completed'), spoken('customer', 3_000, 6_000)),
  ]);
  const rows = new Map(
    registry
      .queries(db)
      .calls('b1', PAGE, {})
      .items.map((row) => [row.id, row.waveform]),
  );
  t.same(rows.get('c1'), {
    agent: '9'.repeat(16) + '0'.repeat(16),
    customer: '0'.repeat(16) + '9'.repeat(16),
  });
  t.equal(rows.get('live'), null);
  t.equal(rows.get('silent'), null);
  t.end();
});

t.test('a row shows the slowest answer and its place', (t) => {
  const { db } = counted(t, [
    call('c1', answeredIn(700, 600, 1_000), answeredIn(null, 2_400.4, 9_000), answeredIn(900, 800, null)),
    call('c2', answeredIn(null, 300, null)),
    call('c3', spoken('customer', 0, 5)),
  ]);
  const rows = new Map(
    registry
      .queries(db)
      .calls('b1', PAGE, {})
      .items.map((row) => [row.id, row]),
  );
  t.same(rows.get('c1')?.slowestAnswer, { ms: 2_400, atMs: 9_000 });
  t.same(rows.get('c2')?.slowestAnswer, { ms: 300, atMs: null });
  t.equal(rows.get('c3')?.slowestAnswer, null);
  t.match(rows.get('c1'), { interrupted: false, toolFailed: false, reviewed: false });
  t.end();
});

t.test('calls are marked as reviewed, found by it, and found by the reason of their end', (t) => {
  const marked = (reviewed: boolean): CallReviewEvent => ({ type: 'review.marked', reviewed });
  const review = (id: string, ...events: readonly CallReviewEvent[]): Commit => ({
    kind: 'call-review',
    id,
    at: NOON,
    events,
  });
  const { db } = counted(t, [
    review('c1', marked(true)),
    call('c1', ended('busy')),
    call('c2', ended('completed')),
    review('c2', marked(true), marked(false)),
    call('c3', ended('completed')),
    review('c3', marked(true)),
  ]);
  const views = registry.queries(db);
  const found = (filter: Parameters<typeof views.calls>[2]) =>
    views
      .calls('b1', PAGE, filter)
      .items.map(({ id }) => id)
      .toSorted();
  t.same(found({ reviewed: true }), ['c1', 'c3']);
  t.same(found({ reviewed: false }), ['c2']);
  t.same(found({ endReason: 'busy' }), ['c1']);
  t.equal(views.call('b1', 'c1')?.review.reviewed, true);
  t.end();
});
