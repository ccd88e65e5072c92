/** Facets count the calls that match all filters but their own. */
import t from 'tap';
import type { CallReviewEvent } from '../../../actors/call-review/events.js';
import { callFacetOperations } from '../../../operations/calls/facets.js';
import { MAX_EXAMINED_CALLS } from '../../../schemas/calls/facets.js';
import type { CallFilter } from '../../../schemas/calls/filters.js';
import type { FacetRow } from '../../../views/calls/facets.js';
import { registry } from '../../../views/registry.js';
import { acceptedBy, type Commit, counted, NOON } from '../../views/analytics/counted.js';
import { ended, turn } from '../../views/journal.js';

const call = (id: string, at: number, ...events: Commit['events']): Commit => ({
  kind: 'call',
  id,
  at,
  events,
});
const tagged = (id: string, ...added: readonly string[]): Commit => {
  const event: CallReviewEvent = { type: 'review.tagged', added, removed: [] };
  return { kind: 'call-review', id, at: NOON, events: [event] };
};
const slow = turn('slow', {
  speaker: 'assistant',
  interrupted: true,
  latencies: {
    finalTranscriptMs: 0,
    firstTokenMs: 0,
    firstAudioMs: 0,
    firstFrameMs: 3_000,
    firstPlayedMs: null,
  },
});

const CALLS = [
  call('c1', NOON + 1, acceptedBy('a1', { version: 1 }), slow, ended('completed')),
  call('c2', NOON + 2, acceptedBy('a1', { version: 2, campaignId: 'm1' }), ended('completed')),
  call('c3', NOON + 3, acceptedBy('a1', { version: 2 }), ended('busy')),
  call('c4', NOON + 4, acceptedBy('a2', { version: 2 }), ended('busy')),
  call('c5', NOON + 5, acceptedBy('a2')),
  { ...call('other business', NOON, acceptedBy('a1'), ended('busy')), businessId: 'b2' },
  tagged('c1', 'refund', 'vip'),
  tagged('c4', 'refund'),
];

t.test('each facet ignores its own filter, and heeds the others', async (t) => {
  const { db } = counted(t, CALLS);
  const { read } = callFacetOperations({ views: registry.queries(db) });
  const counts = async (filter: CallFilter) => {
    const { facets, ...totals } = await read('b1', filter);
    const of = (name: keyof typeof facets) =>
      Object.fromEntries(facets[name].map(({ value, calls }) => [value, calls]));
    return { ...totals, of };
  };
  const all = await counts({});
  t.match(all, { calls: 5, examined: 5, complete: true });
  t.same(all.of('status'), { completed: 2, busy: 2, queued: 1 });
  t.same(all.of('agentId'), { a1: 3, a2: 2 });
  t.same(all.of('agentVersion'), {}, 'versions of several agents have nothing in common');
  t.same(all.of('campaignId'), { m1: 1 });
  t.same(all.of('tag'), { refund: 2, vip: 1 });
  t.same(all.of('slow'), { true: 1 });
  t.same(all.of('interrupted'), { true: 1 });
  t.same(all.of('endReason'), { busy: 2, customer_hangup: 2 });
  t.same(all.of('reviewed'), { false: 5 });

  const busy = await counts({ status: 'busy' });
  t.equal(busy.calls, 2);
  t.same(busy.of('status'), { completed: 2, busy: 2, queued: 1 }, 'what choosing another status would give');
  t.same(busy.of('agentId'), { a1: 1, a2: 1 });
  t.same(busy.of('tag'), { refund: 1 });

  const both = await counts({ status: 'busy', agentId: 'a1', agentVersion: 1 });
  t.equal(both.calls, 0);
  t.same(both.of('agentVersion'), { 2: 1 });
  t.same(both.of('agentId'), { a1: 1, a2: 1 }, 'the version belongs to the agent');
  t.same(both.of('status'), { completed: 1 });

  t.equal((await counts({ from: NOON + 4 })).examined, 2);
  t.match(await counts({ campaignId: 'm1' }), { calls: 1, examined: 1 });
  t.match((await counts({ tag: 'refund' })).of('status'), { completed: 1, busy: 1 });
});

t.test('names come with agents and campaigns, and the most frequent value first', async (t) => {
  const { db } = counted(t, CALLS);
  const { facets } = await callFacetOperations({ views: registry.queries(db) }).read('b1', {});
  t.same(facets.agentId[0], { value: 'a1', name: 'Ada', calls: 3 });
  t.same(facets.campaignId, [{ value: 'm1', name: 'Spring', calls: 1 }]);
});

t.test('a count stops at the latest calls, and says so', async (t) => {
  const row: FacetRow = {
    status: 'completed',
    agent_id: 'a1',
    agent_name: 'Ada',
    agent_version: null,
    campaign_id: null,
    campaign_name: null,
    analysis_status: null,
    success: null,
    sentiment: null,
    wants_human: 1,
    wants_no_contact: 0,
    wants_call_back: 0,
    ended_by: null,
    end_reason: null,
    slow: 0,
    interrupted: 0,
    tool_failed: 0,
    reviewed: 0,
    tags: '[]',
  };
  const { read } = callFacetOperations({
    views: {
      callFacetRows: (_business, _filter, position, limit) => ({
        rows: Array.from({ length: limit }, () => ({ call: row, misses: [] })),
        next: { createdAt: (position?.createdAt ?? 0) + 1, id: 'c' },
      }),
    },
  });
  const { calls, complete, facets } = await read('b1', {});
  t.equal(calls, MAX_EXAMINED_CALLS);
  t.equal(complete, false);
  t.same(facets.request, [{ value: 'human', name: null, calls: MAX_EXAMINED_CALLS }]);
});
