/**
 * Which business may connect an account on a channel: at most one, among all of them (actors/claim).
 *
 * A business claims the account, then connects it under the revision of its claim. If interrupted in between, the claim's
 * holder has no connection: after {@link UNUSED_MS} another business may take the claim over. It first fences the revision
 * at the holder's account, so that a connection that is merely slow is refused when it arrives.
 */
import { type AccountName, accountActorId, accountClaim } from '../../actors/channel-account/claimed.js';
import { channelAccount } from '../../actors/channel-account/index.js';
import { type ClaimState, claim, claimRef } from '../../actors/claim/index.js';
import type { ActorClient, Outcome } from '../../actors/runtime/actor-client.js';
import { DomainError } from '../../schemas/errors.js';

/** How long a claim without a connection keeps other businesses out, ms; connecting takes a second or two. */
const UNUSED_MS = 30_000;
/** Attempts at most when a claim lapses while its holder connects. */
const MAX_CLAIMS = 3;

/** How a business connects an account, under the revision of its claim. */
type Connect<Answer> = (revision: number) => Promise<Outcome<Answer>>;

/**
 * Claims the account, then connects it. `at`: ms since the epoch. `connectedBusinesses`: businesses that may have connected the account
 * before claims existed; called only if it was never claimed.
 * @throws DomainError channel_account_taken
 */
export const connectClaimed = async <Answer>(
  actors: ActorClient,
  account: AccountName,
  businessId: string,
  at: number,
  connectedBusinesses: () => Promise<readonly string[]>,
  connect: Connect<Answer>,
): Promise<Outcome<Answer>> => {
  const claimed = accountClaim(account);
  const ref = claimRef(claimed);
  const before = await actors.query(claim, ref, 'get');
  if (before.answer.revision === 0) await adoptAccount(actors, account, await connectedBusinesses());
  for (let tries = 1; ; tries += 1) {
    const { answer } = await actors.ask(claim, ref, { type: 'claim', holder: businessId, ...claimed });
    const ownClaim =
      answer.holder === businessId ? answer : await takeOver(actors, account, answer, businessId, at);
    try {
      return await connect(ownClaim.revision);
    } catch (error) {
      // Fenced meanwhile: by a takeover, which the next claim finds, or by a disconnection of the same business.
      const hasLapsed = error instanceof DomainError && error.code === 'channel_account_taken';
      if (!hasLapsed || tries >= MAX_CLAIMS) throw error;
    }
  }
};

/** Takes over a claim that its holder does not use. @throws DomainError channel_account_taken */
const takeOver = async (
  actors: ActorClient,
  account: AccountName,
  { holder, revision, grantedAt }: ClaimState,
  businessId: string,
  at: number,
): Promise<ClaimState> => {
  if (holder === null || at - grantedAt < UNUSED_MS) throw new DomainError('channel_account_taken');
  const target = { business: holder, id: accountActorId(account) };
  const fenced = await actors.ask(channelAccount, target, { type: 'fence_claim', claim: revision });
  if (fenced.answer.connected) throw new DomainError('channel_account_taken');
  const claimed = accountClaim(account);
  const { answer } = await actors.ask(claim, claimRef(claimed), {
    type: 'take_over',
    holder: businessId,
    revision,
    ...claimed,
  });
  if (answer.holder !== businessId) throw new DomainError('channel_account_taken');
  return answer;
};

/** Whether another business has the account connected, so that connecting it would be refused. */
export const isTaken = async (
  actors: ActorClient,
  account: AccountName,
  businessId: string,
): Promise<boolean> => {
  const { answer } = await actors.query(claim, claimRef(accountClaim(account)), 'get');
  if (answer.holder === null || answer.holder === businessId) return false;
  const target = { business: answer.holder, id: accountActorId(account) };
  return (await actors.query(channelAccount, target, 'get')).answer !== null;
};

/** Disconnects the account, then releases its claim. If interrupted in between, the claim can be taken over. */
export const disconnectClaimed = async (
  actors: ActorClient,
  account: AccountName,
  businessId: string,
): Promise<Outcome<undefined>> => {
  const ref = claimRef(accountClaim(account));
  const { answer } = await actors.query(claim, ref, 'get');
  const { revision } = answer;
  const target = { business: businessId, id: accountActorId(account) };
  const { shard, seq } = await actors.ask(channelAccount, target, {
    type: 'disconnect',
    // Another business's claim says nothing about this one's connections.
    claim: answer.holder === businessId ? revision : 0,
  });
  if (answer.holder === businessId)
    await actors.ask(claim, ref, { type: 'release', holder: businessId, revision });
  return { answer: undefined, shard, seq };
};

/** The outcome of adopting an account: the business that has it now, and those that were disconnected. */
export interface Adopted {
  readonly holder: string | null;
  readonly disconnected: readonly string[];
}

/**
 * Claims an account that was connected before claims existed. Of several businesses, the one that connected it first keeps
 * it, because it has received the customers' messages so far. The others are disconnected. Idempotent.
 */
export const adoptAccount = async (
  actors: ActorClient,
  account: AccountName,
  businesses: readonly string[],
): Promise<Adopted> => {
  const id = accountActorId(account);
  const connected: { readonly business: string; readonly since: number }[] = [];
  for (const business of businesses) {
    const { answer } = await actors.query(channelAccount, { business, id }, 'get');
    if (answer !== null) connected.push({ business, since: answer.connectedAt });
  }
  const [first] = connected.toSorted((a, b) => a.since - b.since || (a.business < b.business ? -1 : 1));
  if (first === undefined) return { holder: null, disconnected: [] };
  const claimed = accountClaim(account);
  const { answer } = await actors.ask(claim, claimRef(claimed), {
    type: 'adopt',
    holder: first.business,
    ...claimed,
  });
  const disconnected = connected
    .map(({ business }) => business)
    .filter((business) => business !== answer.holder);
  for (const business of disconnected)
    await actors.ask(channelAccount, { business, id }, { type: 'disconnect', claim: 0 });
  return { holder: answer.holder, disconnected };
};
