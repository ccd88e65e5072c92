/** A channel account has one owner among all businesses, even if requests race on different nodes. */

import { connect as connectNats } from '@nats-io/transport-node';
import { pino } from 'pino';
import t from 'tap';
import { accountActorId, accountClaim } from '../../../actors/channel-account/claimed.js';
import { channelAccount } from '../../../actors/channel-account/index.js';
import { claim, claimRef } from '../../../actors/claim/index.js';
import type { ActorSystem } from '../../../actors/runtime/system.js';
import { createActorSystem } from '../../../actors/runtime/system.js';
import {
  adoptAccount,
  connectClaimed,
  disconnectClaimed,
  isTaken,
} from '../../../operations/channels/account-claims.js';
import { DomainError } from '../../../schemas/errors.js';
import { startNats } from '../../../testkit/nats/server.js';

t.setTimeout(180_000);

const ROUNDS = 200;
const LATER = 31_000;

const nats = await startNats(t);
const node = async (): Promise<ActorSystem> => {
  const nc = await connectNats({ servers: nats.url });
  const logger = pino({ level: 'silent' });
  const actors = await createActorSystem({ nc, shards: 1, replicas: 1, now: Date.now, logger });
  actors.register(claim, {});
  actors.register(channelAccount, {});
  await actors.start();
  t.teardown(async () => {
    await actors.drain();
    await nc.close();
  });
  return actors;
};
const [here, there] = [await node(), await node()];

const account = (accountId: string) => ({ channel: 'whatsapp', accountId }) as const;
const noBusinesses = async () => [];

const connectAs = (actors: ActorSystem, business: string, accountId: string) => (revision: number) =>
  actors.ask(
    channelAccount,
    { business, id: accountActorId(account(accountId)) },
    {
      type: 'connect',
      ...account(accountId),
      displayName: business,
      username: null,
      sealedToken: 's',
      claim: revision,
    },
  );

/** 'connected', or the code of the refusal. */
const outcome = async (
  actors: ActorSystem,
  business: string,
  accountId: string,
  at = Date.now(),
  connectedBusinesses: () => Promise<readonly string[]> = noBusinesses,
): Promise<string> => {
  try {
    const connect = connectAs(actors, business, accountId);
    await connectClaimed(actors, account(accountId), business, at, connectedBusinesses, connect);
    return 'connected';
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    throw error;
  }
};

const isConnected = async (business: string, accountId: string): Promise<boolean> => {
  const { answer } = await here.query(
    channelAccount,
    { business, id: accountActorId(account(accountId)) },
    'get',
  );
  return answer !== null;
};

const connectedOf = async (accountId: string, businesses: readonly string[]): Promise<readonly string[]> => {
  const found: string[] = [];
  for (const business of businesses) if (await isConnected(business, accountId)) found.push(business);
  return found;
};

t.test('of two businesses that connect an account at the same moment, exactly one owns it', async (t) => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const id = `r${round}`;
    // Each business uses a different node.
    const outcomes = await Promise.all([outcome(here, 'b1', id), outcome(there, 'b2', id)]);
    if (outcomes.toSorted().join() !== 'channel_account_taken,connected') {
      t.fail(`round ${round}: ${outcomes.join()}`);
      return;
    }
    const owners = await connectedOf(id, ['b1', 'b2']);
    if (owners.length !== 1) {
      t.fail(`round ${round}: owned by ${owners.join()}`);
      return;
    }
  }
  t.pass(`${ROUNDS} rounds`);
});

t.test('an account that was disconnected can be connected by another business at once', async (t) => {
  t.equal(await outcome(here, 'b1', 'moves'), 'connected');
  t.equal(await outcome(here, 'b1', 'moves'), 'connected', 'connecting again replaces the token');
  t.equal(await isTaken(there, account('moves'), 'b2'), true);
  await disconnectClaimed(here, account('moves'), 'b1');
  t.equal(await isTaken(there, account('moves'), 'b2'), false);
  t.equal(await outcome(there, 'b2', 'moves'), 'connected');
  t.equal(await outcome(here, 'b1', 'moves'), 'channel_account_taken');
});

t.test(
  'a claim whose business never connected is taken over after half a minute, and not before',
  async (t) => {
    const claimed = accountClaim(account('crashed'));
    const { answer } = await here.ask(claim, claimRef(claimed), { type: 'claim', holder: 'b1', ...claimed });
    t.equal(await outcome(there, 'b2', 'crashed'), 'channel_account_taken');
    t.equal(await outcome(there, 'b2', 'crashed', Date.now() + LATER), 'connected');
    await t.rejects(connectAs(here, 'b1', 'crashed')(answer.revision), { code: 'channel_account_taken' });
    t.same(await connectedOf('crashed', ['b1', 'b2']), ['b2'], 'the late connection is refused');
  },
);

t.test('connecting and disconnecting at the same time leaves a claim that matches the account', async (t) => {
  for (let round = 0; round < 30; round += 1) {
    const id = `own${round}`;
    await outcome(here, 'b1', id);
    await Promise.all([outcome(here, 'b1', id), disconnectClaimed(there, account(id), 'b1')]);
    const isFirstConnected = await isConnected('b1', id);
    const secondOutcome = await outcome(there, 'b2', id, Date.now() + LATER);
    if (secondOutcome !== (isFirstConnected ? 'channel_account_taken' : 'connected')) {
      t.fail(`round ${round}: b1 is ${isFirstConnected ? '' : 'not '}connected, b2 is ${secondOutcome}`);
      return;
    }
  }
  t.pass('the claim matches in every round');
});

t.test(
  'an account from before claims were introduced stays with the business that connected it first',
  async (t) => {
    // As earlier versions connected accounts: without a claim.
    await connectAs(here, 'old1', 'old')(1);
    await connectAs(here, 'old2', 'old')(1);
    const connectedBusinesses = async () => ['old2', 'old1'];
    t.equal(await outcome(there, 'b3', 'old', Date.now(), connectedBusinesses), 'channel_account_taken');
    t.same(await connectedOf('old', ['old1', 'old2', 'b3']), ['old1'], 'the second owner is disconnected');
    t.same(await adoptAccount(here, account('old'), ['old1', 'old2']), { holder: 'old1', disconnected: [] });
    t.equal(await outcome(there, 'old2', 'old'), 'channel_account_taken');
    t.equal(await outcome(here, 'old1', 'old'), 'connected');
  },
);
