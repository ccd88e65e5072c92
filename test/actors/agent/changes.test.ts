import t from 'tap';
import type { AgentCommand } from '../../../actors/agent/commands.js';
import type { AgentProfile } from '../../../actors/agent/events.js';
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
const update = (name: string, revision?: number): AgentCommand => ({
  type: 'update',
  profile: { ...profile, name },
  contactContextRequired: false,
  ...(revision === undefined ? {} : { revision }),
});

t.test('refuses the second of two changes that are based on the same revision', async (t) => {
  const folded = fold(agent);
  folded.apply({ type: 'create', profile, contactContextRequired: false }, 1);
  const seen = folded.state.agent?.revision;
  folded.apply(update('Bea', seen), 2);
  t.throws(() => folded.apply(update('Cleo', seen), 2), { code: 'agent_changing' });
  t.equal(folded.state.agent?.profile.name, 'Bea', 'the first change is kept');
  folded.apply(update('Cleo', folded.state.agent?.revision), 2);
  t.equal(folded.state.agent?.profile.name, 'Cleo');
});

t.test('a build that knows no revisions changes the current agent', async (t) => {
  const folded = fold(agent);
  folded.apply({ type: 'create', profile, contactContextRequired: false }, 1);
  folded.apply(update('Bea'), 2);
  t.equal(folded.state.agent?.profile.name, 'Bea');
});

t.test('refuses to change an archived agent, whatever the revision', async (t) => {
  const folded = fold(agent);
  folded.apply({ type: 'create', profile, contactContextRequired: false }, 1);
  folded.apply({ type: 'archive' }, 2);
  t.throws(() => folded.apply(update('Bea', folded.state.agent?.revision), 3), { code: 'agent_archived' });
});

t.test('remembers contacts only while that is switched on, and not once it is archived', async (t) => {
  const folded = fold(agent);
  folded.apply({ type: 'create', profile, contactContextRequired: false }, 1);
  t.equal(agent.queries(folded.state).get().remembers, undefined, 'off by default');
  folded.apply({ type: 'set_memory', enabled: true }, 2);
  t.equal(agent.queries(folded.state).get().remembers, true);
  folded.apply({ type: 'set_memory', enabled: false }, 3);
  t.equal(agent.queries(folded.state).get().remembers, false);
  folded.apply({ type: 'archive' }, 4);
  t.throws(() => folded.apply({ type: 'set_memory', enabled: true }, 5), { code: 'agent_archived' });
});
