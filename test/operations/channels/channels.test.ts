/** Accounts on channels: which one a request means, who answers there, and whether the channel accepts its token. */
import { pino } from 'pino';
import t from 'tap';
import { agent } from '../../../actors/agent/index.js';
import { channelAccount } from '../../../actors/channel-account/index.js';
import { newProfile } from '../../../operations/agents/agent-profile.js';
import { channelAccountOperations } from '../../../operations/channels/channel-accounts.js';
import { channelOperations } from '../../../operations/channels/channels.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { createSealer } from '../../../operations/sealing.js';
import type { AccountCheck, MessagingChannel } from '../../../providers/channels/messaging-channel.js';
import { deriveId } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import type { ViewStore } from '../../../views/views.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { agentOf } from '../../support/views/resources.js';

const BUSINESS = 'b1';
const BODY = { businessId: BUSINESS, channel: 'whatsapp' } as const;
const CONNECT = { ...BODY, accountId: '106', accessToken: ' token ' };
const FACTS = { name: null, username: null, phoneNumber: '+14155550100', quality: 'GREEN' } as const;

interface World {
  /** What the channel says about a token. */
  readonly check?: AccountCheck;
  /** A backend that answers on every account. */
  readonly automation?: string;
}

/** The views show what the actors of these accounts have stored. */
const createWorld = ({ check = { is: 'usable', ...FACTS }, automation }: World = {}) => {
  const { actors, foldOf } = foldedActors();
  const known: (readonly ['whatsapp' | 'instagram', string])[] = [];
  const tokens: string[] = [];
  const sealer = createSealer('secret');
  const idOf = (channel: string, accountId: string): string =>
    deriveId('channel-account', channel, accountId);
  const stateOf = (channel: string, accountId: string) =>
    foldOf(channelAccount, idOf(channel, accountId)).state.account;
  const views = stub<ViewStore>({
    catchUp: async () => undefined,
    waitFor: async () => undefined,
    accountBusinesses: () => [],
    automationOf: () => automation ?? null,
    agent: (_, id) => agentOf({ id, name: 'Ann' }),
    channelAccounts: () =>
      known.flatMap(([channel, accountId]) => {
        const state = stateOf(channel, accountId);
        if (state === null) return [];
        const { displayName, assignment } = state;
        const id = idOf(channel, accountId);
        return [
          {
            id,
            channel,
            accountId,
            displayName,
            username: null,
            ...assignment,
            connectedAt: 'c',
            updatedAt: 'u',
          },
        ];
      }),
  });
  const channel = stub<MessagingChannel>({
    checkAccount: async ({ token }) => {
      tokens.push(token);
      return check;
    },
  });
  const logger = pino({ level: 'silent' });
  const deps = stub<OperationsDeps>({
    actors,
    views,
    sealer,
    logger,
    channels: new Map([['whatsapp', channel]]),
  });
  const ids = { ann: 'whatsapp', vera: 'voice' } as const;
  for (const [id, of] of Object.entries(ids))
    foldOf(agent, id).apply(
      {
        type: 'create',
        profile: newProfile({ businessId: BUSINESS, channel: of, name: id, instructions: 'Help.' }),
        contactContextRequired: false,
      },
      1,
    );
  const accounts = channelAccountOperations(deps);
  return {
    accounts,
    channels: channelOperations(deps),
    tokens,
    archiveAnn: () => foldOf(agent, 'ann').apply({ type: 'archive' }, 2),
    connect: async (accountId = '106', of: 'whatsapp' | 'instagram' = 'whatsapp') => {
      known.push([of, accountId]);
      foldOf(channelAccount, idOf(of, accountId)).apply(
        {
          type: 'connect',
          claim: 1,
          channel: of,
          accountId,
          displayName: `Account ${accountId}`,
          username: null,
          sealedToken: sealer.seal(idOf(of, accountId), `token of ${accountId}`),
        },
        1,
      );
    },
    expect: (accountId: string) => known.push(['whatsapp', accountId]),
  };
};

t.test('an agent is assigned to the only account, or to the one that is named', async (t) => {
  const { channels, connect } = createWorld();
  await t.rejects(channels.assign(BUSINESS, BODY), { code: 'channel_not_connected' });
  await connect('106');
  const { result } = await channels.assign(BUSINESS, { ...BODY, aiAgentId: 'ann', autoReplyEnabled: true });
  t.match(result, {
    channel: 'whatsapp',
    phoneNumberId: '106',
    providerAccountId: null,
    displayName: 'Account 106',
    aiAgentId: 'ann',
    autoReplyEnabled: true,
  });
  await connect('107');
  await t.rejects(channels.assign(BUSINESS, BODY), {
    code: 'validation_failed',
    details: [{ path: '/phoneNumberId', message: /^is required: 2 accounts are connected/ }],
  });
  await t.rejects(channels.assign(BUSINESS, { ...BODY, phoneNumberId: '108' }), {
    code: 'channel_account_not_found',
  });
  const second = await channels.assign(BUSINESS, { ...BODY, phoneNumberId: '107', humanHandoffActive: true });
  t.match(second.result, { phoneNumberId: '107', aiAgentId: null, humanHandoffActive: true });
  const cleared = await channels.assign(BUSINESS, { ...BODY, phoneNumberId: '106', aiAgentId: null });
  t.match(cleared.result, { aiAgentId: null, autoReplyEnabled: true }, 'only the named fields change');
});

t.test('refuses agents that cannot answer there', async (t) => {
  const { channels, connect, archiveAnn } = createWorld();
  await connect();
  const assign = (aiAgentId: string) =>
    channels.assign(BUSINESS, { ...BODY, aiAgentId, autoReplyEnabled: true });
  await t.rejects(assign('nobody'), { code: 'agent_not_found' });
  await t.rejects(assign('vera'), { code: 'agent_channel_mismatch' });
  archiveAnn();
  await t.rejects(assign('ann'), { code: 'agent_not_active' });
  await t.rejects(channels.assign(BUSINESS, { ...BODY, channel: 'voice' }), {
    code: 'channel_assignment_not_supported',
    message: /Channel voice has no accounts/,
  });
  const taken = createWorld({ automation: 's1' });
  await taken.connect();
  await t.rejects(taken.channels.assign(BUSINESS, { ...BODY, aiAgentId: 'ann', autoReplyEnabled: true }), {
    code: 'external_automation_active',
  });
});

t.test('disconnecting Instagram leaves the accounts of other channels', async (t) => {
  const { channels, connect, accounts } = createWorld();
  await connect('106');
  await t.rejects(channels.disconnectInstagram(BUSINESS), { code: 'channel_not_connected' });
  await connect('178', 'instagram');
  t.match((await channels.disconnectInstagram(BUSINESS)).result, { disconnected: ['178'] });
  await t.rejects(channels.disconnectInstagram(BUSINESS), { code: 'channel_not_connected' });
  t.match(await accounts.check(BUSINESS, 'whatsapp', '106'), { state: 'usable' });
});

t.test(
  'an account is connected with the token that the channel accepts, under the best name that is known',
  async (t) => {
    for (const [facts, displayName, shown] of [
      [FACTS, 'Reception', 'Reception'],
      [{ ...FACTS, name: 'Acme', username: 'acme' }, undefined, 'Acme'],
      [{ ...FACTS, username: 'acme' }, undefined, 'acme'],
      [FACTS, undefined, '+14155550100'],
      [{ ...FACTS, phoneNumber: null }, undefined, '106'],
    ] as const) {
      const { accounts, expect, tokens } = createWorld({ check: { is: 'usable', ...facts } });
      expect('106');
      const { result } = await accounts.connect(
        BUSINESS,
        { ...CONNECT, ...(displayName === undefined ? {} : { displayName }) },
        1,
      );
      t.match(result, { displayName: shown, accountId: '106', agentName: null, externalAutomation: false });
      t.same(tokens, ['token']);
      await accounts.check(BUSINESS, 'whatsapp', '106');
      t.same(tokens, ['token', 'token'], 'the stored token is the trimmed one');
    }
  },
);

t.test('refuses a token that the channel refuses, and one that it says nothing about', async (t) => {
  const failure = { code: 'token_invalid', message: 'The token has expired.' };
  const refused = createWorld({ check: { is: 'refused', failure } });
  await t.rejects(refused.accounts.connect(BUSINESS, CONNECT, 1), {
    code: 'channel_token_refused',
    message: 'The token has expired.',
  });
  await refused.connect();
  t.match(await refused.accounts.check(BUSINESS, 'whatsapp', '106'), {
    state: 'refused',
    problem: failure,
    name: null,
  });
  const silent = createWorld({ check: { is: 'unknown' } });
  await t.rejects(silent.accounts.connect(BUSINESS, CONNECT, 1), { code: 'channel_failed' });
  await silent.connect('178', 'instagram');
  t.match(
    await silent.accounts.check(BUSINESS, 'instagram', '178'),
    { state: 'unknown', problem: null, quality: null },
    'a channel that this installation lacks',
  );
});

t.test('a disconnected account can neither be checked nor disconnected', async (t) => {
  const { accounts, connect } = createWorld();
  await connect();
  t.match((await accounts.disconnect(BUSINESS, 'whatsapp', '106')).result, {
    accountId: '106',
    disconnected: true,
  });
  await t.rejects(accounts.disconnect(BUSINESS, 'whatsapp', '106'), { code: 'channel_account_not_found' });
  await t.rejects(accounts.check(BUSINESS, 'whatsapp', '106'), { code: 'channel_account_not_found' });
});
