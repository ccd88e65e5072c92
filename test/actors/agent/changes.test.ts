import t from 'tap';
import type { AgentCommand } from '../../../actors/agent/commands.js';
import type { AgentProfile } from '../../../actors/agent/events.js';
import { agent } from '../../../actors/agent/index.js';
import { fold } from '../../support/fold.js';

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

t.test('of two changes that were made from the same agent, the second is made anew', async (t) => {
  const one = fold(agent);
  one.tell({ type: 'create', profile, contactContextRequired: false }, 1);
  const seen = one.state.agent?.revision;
  one.tell(update('Bea', seen), 2);
  t.throws(() => one.tell(update('Cleo', seen), 2), { code: 'agent_changing' });
  t.equal(one.state.agent?.profile.name, 'Bea', 'what was changed first is still there');
  one.tell(update('Cleo', one.state.agent?.revision), 2);
  t.equal(one.state.agent?.profile.name, 'Cleo');
});

t.test('a build that knows no revisions changes what it finds', async (t) => {
  const one = fold(agent);
  one.tell({ type: 'create', profile, contactContextRequired: false }, 1);
  one.tell(update('Bea'), 2);
  t.equal(one.state.agent?.profile.name, 'Bea');
});

t.test('an archived agent is no longer changed, whatever the revision', async (t) => {
  const one = fold(agent);
  one.tell({ type: 'create', profile, contactContextRequired: false }, 1);
  one.tell({ type: 'archive' }, 2);
  t.throws(() => one.tell(update('Bea', one.state.agent?.revision), 3), { code: 'agent_archived' });
});
