/** Drafts, publications and splits of an agent, by its pure functions. */
import t from 'tap';
import type { AgentCommand } from '../../../actors/agent/commands.js';
import { MAX_SPLITS } from '../../../actors/agent/decide.js';
import type { AgentEvent, AgentProfile } from '../../../actors/agent/events.js';
import { agent } from '../../../actors/agent/index.js';
import { fold } from '../../support/actors/fold.js';

const profile: AgentProfile = {
  channel: 'voice',
  name: 'Ann',
  instructions: 'Help.',
  languageCode: 'en',
  dataSourceIds: [],
  contactCategoryIds: [],
  dataSourceVariables: [],
  voiceSettings: {},
  instagramCollectMobileEnabled: true,
};
const named = (name: string): AgentProfile => ({ ...profile, name });

const createAgent = () => {
  const folded = fold(agent);
  folded.apply({ type: 'create', profile, contactContextRequired: false }, 1);
  const edited = () => agent.queries(folded.state).edited();
  const saving = (name: string, expected?: readonly string[]): AgentCommand => ({
    type: 'save_draft',
    profile: named(name),
    edited: edited().draft?.tag ?? String(edited().agent.revision),
    ...(expected === undefined ? {} : { expected }),
  });
  const updating = (name: string, expected?: readonly string[], revision?: number): AgentCommand => ({
    type: 'update',
    profile: named(name),
    contactContextRequired: false,
    ...(revision === undefined ? {} : { revision }),
    ...(expected === undefined ? {} : { expected }),
  });
  const publishing = (more: object = {}): AgentCommand => ({
    type: 'publish',
    draft: edited().draft?.tag ?? '',
    contactContextRequired: false,
    ...more,
  });
  const splitting = (
    splitId: string,
    campaignId: string | null = null,
    published?: number,
  ): AgentCommand => ({
    type: 'start_split',
    splitId,
    version: 1,
    percent: 50,
    campaignId,
    published: published ?? edited().agent.revision ?? 0,
  });
  return { ...folded, apply: folded.apply, edited, saving, updating, publishing, splitting };
};

t.test('a draft changes nothing that is live until it is published', (t) => {
  const { apply, edited, saving, publishing } = createAgent();
  apply(saving('Bea'), 2);
  t.match(edited(), { agent: { revision: 1, profile: { name: 'Ann' }, updatedAt: 1 } });
  t.match(edited().draft, { profile: { name: 'Bea' }, basedOn: 1, tag: 'd1', savedAt: 2 });
  apply(saving('Cleo'), 3);
  t.match(edited().draft, { profile: { name: 'Cleo' }, basedOn: 1, tag: 'd2' });
  const events = apply(publishing({ note: 'Shorter.' }), 4);
  t.same(
    events.map(({ type }) => type),
    ['agent.updated', 'agent.draft_discarded'],
  );
  t.match(events[0], { note: 'Shorter.', profile: { name: 'Cleo' } });
  t.match(edited(), { agent: { revision: 2, profile: { name: 'Cleo' } }, draft: null });
  t.throws(() => apply(publishing(), 5), { code: 'draft_not_found' });
  t.throws(() => apply({ type: 'discard_draft' }, 5), { code: 'draft_not_found' });
  apply(saving('Dora'), 6);
  t.equal(edited().draft?.tag, 'd3', 'a tag is never used again');
  t.throws(() => apply(publishing({ draft: 'd2' }), 7), { code: 'agent_changing' });
  apply({ type: 'discard_draft' }, 7);
  t.equal(edited().draft, null);
  t.end();
});

t.test('an outdated draft is published only over the version that its author names', (t) => {
  const { apply, edited, saving, updating, publishing } = createAgent();
  apply(saving('Bea'), 2);
  apply(updating('Cleo'), 3);
  t.equal(edited().draft?.basedOn, 1);
  t.throws(() => apply(publishing(), 4), { code: 'draft_outdated' });
  t.throws(() => apply(publishing({ replaces: 3 }), 4), { code: 'draft_outdated' });
  apply(saving('Bea B.'), 5);
  t.throws(() => apply(publishing(), 6), { code: 'draft_outdated' }, 'saving it again compares nothing');
  apply(publishing({ replaces: 2 }), 7);
  t.match(edited().agent, { revision: 3, profile: { name: 'Bea B.' } });
  t.end();
});

t.test('of two editors of the same version, the second is refused', (t) => {
  const { apply, edited, saving, updating, publishing } = createAgent();
  apply(updating('Bea', ['1']), 2);
  t.throws(() => apply(updating('Cleo', ['1']), 3), { code: 'agent_changed' });
  t.throws(() => apply(updating('Cleo', []), 3), { code: 'agent_changed' }, 'no tag matches');
  t.throws(() => apply(updating('Cleo', ['2'], 1), 3), { code: 'agent_changed' });
  apply(updating('Cleo', ['1', '2']), 3);
  t.equal(edited().agent.profile.name, 'Cleo');
  apply(saving('Dora', ['3']), 4);
  t.throws(() => apply(saving('Eve', ['3']), 5), { code: 'agent_changed' }, 'there is a draft by now');
  apply(saving('Eve', ['d1']), 5);
  t.throws(() => apply(publishing({ expected: ['d1'] }), 6), { code: 'agent_changed' });
  t.throws(() => apply({ type: 'discard_draft', expected: ['d1'] }, 6), { code: 'agent_changed' });
  apply(publishing({ expected: ['d2'] }), 6);
  t.match(edited().agent, { revision: 4, profile: { name: 'Eve' } });
  t.end();
});

t.test('a split ends with the next publication, and with the agent', (t) => {
  const { apply, edited, saving, updating, publishing, splitting, state } = createAgent();
  t.equal(state.splits.length, 0);
  apply(updating('Bea'), 2);
  apply(splitting('s1'), 3);
  t.match(edited().splits, [{ splitId: 's1', version: 1, published: 2, percent: 50, campaignId: null }]);
  t.throws(() => apply(splitting('s2'), 4), { code: 'split_running' });
  t.throws(() => apply(splitting('s2', 'c1', 1), 4), { code: 'agent_changing' });
  apply(splitting('s2', 'c1'), 4);
  const ended = apply(updating('Cleo'), 5);
  t.match(ended, [
    { type: 'agent.split_ended', splitId: 's1', reason: 'published', winner: null },
    { type: 'agent.split_ended', splitId: 's2', reason: 'published' },
    { type: 'agent.updated' },
  ]);
  t.same(edited().splits, []);
  apply(saving('Dora'), 6);
  const published = apply(publishing({ split: { splitId: 's3', percent: 20 } }), 7);
  t.match(published.at(-1), { type: 'agent.split_started', splitId: 's3', version: 3, percent: 80 });
  t.match(edited().splits, [{ splitId: 's3', version: 3, published: 4 }], 'the others keep what they had');
  apply(saving('Eve'), 8);
  t.match(apply({ type: 'archive' }, 9), [
    { type: 'agent.split_ended', reason: 'archived' },
    { type: 'agent.draft_discarded' },
    { type: 'agent.archived' },
  ]);
  for (const command of [saving('Fay'), publishing(), splitting('s4')])
    t.throws(() => apply(command, 10), { code: 'agent_archived' });
  t.end();
});

t.test('a split ends without a winner, with the published version, or by publishing the other one', (t) => {
  const { apply, edited, updating, splitting } = createAgent();
  apply(updating('Bea'), 2);
  const end = (splitId: string, winner: number | null, name?: string): AgentCommand => ({
    type: 'end_split',
    splitId,
    winner,
    publication: name === undefined ? null : { profile: named(name), contactContextRequired: false },
  });
  apply(splitting('s1'), 3);
  t.match(apply(end('s1', null), 4), [{ reason: 'dropped', winner: null }]);
  t.throws(() => apply(end('s1', null), 5), { code: 'split_not_found' });
  apply(splitting('s2'), 5);
  t.match(apply(end('s2', 2), 6), [{ reason: 'chosen', winner: 2 }]);
  t.equal(edited().agent.revision, 2);
  apply(splitting('s3'), 7);
  apply(splitting('s4', 'c1'), 7);
  t.match(apply(end('s3', 1, 'Ann'), 8), [
    { type: 'agent.split_ended', splitId: 's3', reason: 'chosen', winner: 1 },
    { type: 'agent.split_ended', splitId: 's4', reason: 'published' },
    { type: 'agent.updated', restored: 1, profile: { name: 'Ann' } },
  ]);
  t.match(edited(), { agent: { revision: 3 }, splits: [] });
  for (let count = 0; count < MAX_SPLITS; count += 1) apply(splitting(`of-${count}`, `c${count}`), 9);
  t.throws(() => apply(splitting('more', 'more'), 10), { code: 'too_many_splits' });
  t.end();
});

t.test('a journal of an earlier build has a version for each update', (t) => {
  const { business, kind } = { business: 'b1', kind: 'agent' };
  const events: readonly AgentEvent[] = [
    { type: 'agent.created', referenceName: 'ann-1', profile, contactContextRequired: false },
    { type: 'agent.voicemail_set', voicemail: { type: 'talk' } },
    { type: 'agent.updated', profile: named('Bea'), contactContextRequired: true },
    { type: 'agent.updated', profile: named('Cleo'), contactContextRequired: false },
  ];
  const state = events.reduce(
    (before, event, index) => agent.evolve(before, event, index),
    agent.initial({ kind, business, id: 'a1' }),
  );
  t.match(agent.queries(state).edited(), {
    agent: { revision: 3, profile: { name: 'Cleo' }, voicemail: { type: 'talk' } },
    draft: null,
    splits: [],
  });
  t.end();
});
