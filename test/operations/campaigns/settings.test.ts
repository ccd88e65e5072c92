/** Settings of campaigns that a channel does not have. */
import t from 'tap';
import { checkedSettings } from '../../../operations/campaigns/settings.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import type { AgentResource } from '../../../schemas/agents/agent.js';
import { stub } from '../../../testkit/stub.js';

const caller = { businessId: 'b1', at: 0 };
const agent = stub<AgentResource>({ dataSourceVariables: [] });
const deps = stub<OperationsDeps>({});

t.test('voicemail is retried on calls only', async (t) => {
  const settings = { retryVoicemail: true };
  t.match(await checkedSettings(deps, caller, 'voice', agent, settings), settings);
  t.match(
    await checkedSettings(deps, caller, 'voice', agent, {}),
    { retryVoicemail: false },
    'not by default',
  );
  await t.rejects(checkedSettings(deps, caller, 'whatsapp', agent, { ...settings, messageText: 'Hello.' }), {
    code: 'validation_failed',
    details: [{ path: '/settings/retryVoicemail' }],
  });
});
