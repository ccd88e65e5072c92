/** Assignment of an agent to an account: only the fields that are named change. */
import t from 'tap';
import { type ChannelAccountCommand, channelAccount } from '../../../actors/channel-account/index.js';

const REF = { kind: 'channel-account', business: 'b', id: 'a' };

/** An account after these commands, the first of which connects it. */
const after = (...commands: readonly ChannelAccountCommand[]) => {
  const { initial, decide, evolve } = channelAccount;
  const connect: ChannelAccountCommand = {
    type: 'connect',
    claim: 1,
    channel: 'whatsapp',
    accountId: '1',
    displayName: 'B',
    username: null,
    sealedToken: 's',
  };
  return [connect, ...commands].reduce(
    ({ state }, command) => {
      const events = decide(state, { commandId: 'c', at: 0, command });
      return { state: events.reduce((before, event) => evolve(before, event, 0), state), events };
    },
    { state: initial(REF), events: [] as readonly object[] },
  );
};

const assign = (assignment: Extract<ChannelAccountCommand, { type: 'assign' }>['assignment']) =>
  ({ type: 'assign', assignment }) as const;
const ANN = assign({ agentId: 'ann', autoReplyEnabled: true, humanHandoffActive: false });

t.test('keeps fields that are left out', async (t) => {
  const { state } = after(ANN, assign({ humanHandoffActive: true }));
  t.same(state.account?.assignment, { agentId: 'ann', autoReplyEnabled: true, humanHandoffActive: true });
  const silent = after(ANN, assign({ autoReplyEnabled: false })).state;
  t.same(silent.account?.assignment, { agentId: 'ann', autoReplyEnabled: false, humanHandoffActive: false });
});

t.test('null removes the agent, and nothing else', async (t) => {
  const { state } = after(ANN, assign({ agentId: null }));
  t.same(state.account?.assignment, { agentId: null, autoReplyEnabled: true, humanHandoffActive: false });
});

t.test('an account does not reply until replies are enabled', async (t) => {
  const { state } = after(assign({ agentId: 'ann' }));
  t.same(state.account?.assignment, { agentId: 'ann', autoReplyEnabled: false, humanHandoffActive: false });
});

t.test('an assignment without a change records nothing', async (t) => {
  t.same(after(ANN, assign({})).events, []);
  t.same(after(ANN, assign({ agentId: 'ann' })).events, []);
});

t.test('hands conversations back, also on an account that was never handed to humans', async (t) => {
  const handBack = assign({ humanHandoffActive: false });
  const expected = [
    { type: 'account.assigned', agentId: 'ann', humanHandoffActive: false, handedBack: true },
  ];
  t.match(after(ANN, handBack).events, expected);
  t.match(after(ANN, assign({ humanHandoffActive: true }), handBack).events, expected);
  t.notMatch(after(ANN, assign({ humanHandoffActive: true })).events, [{ handedBack: true }]);
});
