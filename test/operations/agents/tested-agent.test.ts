/** A test uses the published agent, its draft, or words that are not saved. */
import t from 'tap';
import { newProfile } from '../../../operations/agents/agent-profile.js';
import { testedAgent } from '../../../operations/agents/tested-agent.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { stubActors } from '../../support/stub-actors.js';

const BODY = { businessId: 'b1', channel: 'voice', name: 'Ann', instructions: 'Help.' } as const;
const agent: AgentResource = {
  ...stub<AgentResource>({}),
  id: 'a1',
  name: 'Ann',
  instructions: 'Help.',
  version: 3,
  voiceSettings: { firstGreeting: 'Hello.' },
};
const drafted = newProfile({ ...BODY, name: 'Dora', voiceSettings: { firstGreeting: 'Good day.' } });
const depsWith = (draft: object | null) => ({
  actors: stubActors((_kind, id, request) => {
    if (id !== 'a1' || request.type !== 'edited') throw new Error(`unexpected ${request.type} of ${id}`);
    return { draft };
  }),
  // Without a wish for a version, none is read.
  views: stub<ViewStore>({}),
});

t.test('without a wish the published agent is tested, and its draft is not read', async (t) => {
  t.same(await testedAgent(depsWith(null), 'b1', agent, {}), agent);
  const words = await testedAgent(depsWith(null), 'b1', agent, { instructions: 'Be kind.' });
  t.match(words, { instructions: 'Be kind.', name: 'Ann', voiceSettings: { firstGreeting: 'Hello.' } });
});

t.test('a draft is tested with all of its settings, and with instructions newer than it', async (t) => {
  const deps = depsWith({ profile: drafted });
  const greets = {
    name: 'Dora',
    voiceSettings: { firstGreeting: 'Good day.' },
    contactContextRequired: false,
  };
  t.match(await testedAgent(deps, 'b1', agent, { useDraft: true }), { ...greets, instructions: 'Help.' });
  t.match(await testedAgent(deps, 'b1', agent, { useDraft: true, instructions: 'Be brief.' }), {
    ...greets,
    instructions: 'Be brief.',
  });
  await t.rejects(testedAgent(depsWith(null), 'b1', agent, { useDraft: true }), { code: 'draft_not_found' });
});
