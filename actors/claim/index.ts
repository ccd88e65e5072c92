/**
 * The claim actor: one for each thing that at most one business may hold, such as an account on a channel. It belongs to
 * the pseudo-business CONSOLE, so that all businesses reach the same actor. It does not know what the thing is: the actor
 * that uses the claim (actors/channel-account) belongs to the holder, and refuses actions under a lapsed revision.
 *
 * K1. At most one business holds a claim at a time.
 * K2. Every grant has a revision of its own, greater than all before it. A release or a takeover names the revision that it
 *     ends, so a late one does not end a newer grant.
 * K3. A claim changes hands only by release or takeover. The caller of a takeover has fenced the old revision first
 *     (`fence_claim` of actors/channel-account).
 */
import { assertNever } from '../../schemas/assert.js';
import { deriveId } from '../../schemas/ids.js';
import { CONSOLE } from '../console-user/index.js';
import type { Actor, Envelope, TimerDue } from '../runtime/actor.js';
import { CLAIM_EVENTS, type ClaimEvent } from './events.js';

/** The thing that is claimed. */
export interface ClaimKey {
  readonly namespace: string;
  readonly key: string;
}

/** The actor that decides which business holds it. */
export const claimRef = ({
  namespace,
  key,
}: ClaimKey): { readonly business: string; readonly id: string } => ({
  business: CONSOLE,
  id: deriveId('claim', namespace, key),
});

export type ClaimCommand =
  /** Grants a new revision if the claim is free or already the holder's. The reply names the holder either way. */
  | ({ readonly type: 'claim'; readonly holder: string } & ClaimKey)
  /** As `claim`, but only if it was never granted: for things in use before claims existed. */
  | ({ readonly type: 'adopt'; readonly holder: string } & ClaimKey)
  /** Grants it to `holder` if `revision` is still the latest. */
  | ({ readonly type: 'take_over'; readonly holder: string; readonly revision: number } & ClaimKey)
  | { readonly type: 'release'; readonly holder: string; readonly revision: number };

export interface ClaimState {
  /** Id of the business; null: it is free. */
  readonly holder: string | null;
  /** The revision of the latest grant; 0: none. */
  readonly revision: number;
  /** When that grant was made, ms since the epoch. */
  readonly grantedAt: number;
}

export interface ClaimReplies {
  readonly claim: ClaimState;
  readonly adopt: ClaimState;
  readonly take_over: ClaimState;
}

export interface ClaimQueries {
  get(): ClaimState;
}

const decide = (state: ClaimState, { command }: Envelope<ClaimCommand | TimerDue>): readonly ClaimEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    // K1
    case 'claim':
      return state.holder === null || state.holder === command.holder ? [granted(command)] : [];
    case 'adopt':
      return state.revision === 0 ? [granted(command)] : [];
    // K2
    case 'take_over':
      return state.revision === command.revision ? [granted(command)] : [];
    case 'release':
      return state.holder === command.holder && state.revision === command.revision
        ? [{ type: 'claim.released' }]
        : [];
    default:
      return assertNever(command);
  }
};

const granted = ({ namespace, key, holder }: ClaimKey & { readonly holder: string }): ClaimEvent => ({
  type: 'claim.granted',
  namespace,
  key,
  holder,
});

const evolve = (state: ClaimState, event: ClaimEvent, at: number): ClaimState => {
  switch (event.type) {
    case 'claim.granted':
      return { holder: event.holder, revision: state.revision + 1, grantedAt: at };
    case 'claim.released':
      return { ...state, holder: null };
    default:
      return assertNever(event);
  }
};

export const claim: Actor<ClaimState, ClaimCommand, ClaimEvent, never, ClaimReplies, ClaimQueries> = {
  kind: 'claim',
  events: CLAIM_EVENTS,
  initial: (): ClaimState => ({ holder: null, revision: 0, grantedAt: 0 }),
  decide,
  evolve,
  timers: () => ({}),
  effects: () => ({}),
  replies: { claim: (state) => state, adopt: (state) => state, take_over: (state) => state },
  queries: (state) => ({ get: () => state }),
  snapshotEvery: 100,
};
