/**
 * The browser legs of a node.
 *
 * It guarantees:
 * L1. A call, a business and a node have at most as many legs as {@link MOST} allows.
 * L2. A leg ends within five seconds after the key or session behind it.
 * L3. The log shows who is on a call, and for how long.
 */
import type { Logger } from 'pino';
import type { LegDesk, LegHolder } from '../../operations/calls/call-deps.js';
import type { BrowserHolders } from '../../providers/carriers/browser/holders.js';
import type { LegRelay } from '../../providers/legs/leg-relay.js';
import type { Scope } from '../../schemas/accounts/access.js';
import type { LegPurpose } from '../../schemas/calls/leg.js';
import type { LegEndReason } from '../../schemas/calls/leg-signalling.js';
import { DomainError } from '../../schemas/errors.js';
import type { CallLines } from '../operators/call-line.js';
import { type Admitted, BrowserLeg, type LegConnection, type LegSocket } from './leg.js';
import type { LegSide } from './leg-side.js';
import type { LegTokens, VerifiedLeg } from './leg-token.js';
import { createLineSide } from './line-side.js';
import { type TestCallEnds, testCallEnder } from './test-call-end.js';
import { createTestSide, type TestSideDeps } from './test-side.js';

/** Opus in Node takes half a percent of a core for a test call; a listener costs less. */
const MOST = { ofCall: 8, ofBusiness: 20, ofNode: 100 } as const;
const ACCESS_EVERY_MS = 2_000;
export type LegCount = 'joined' | 'refused' | `ended_${LegEndReason}`;

export interface BrowserLegsDeps extends TestCallEnds {
  readonly relay: LegRelay;
  readonly tokens: LegTokens;
  /** Path at which their websockets open. */
  readonly signallingPath: string;
  /** Why browsers cannot join; null: they can. */
  readonly unavailable: () => DomainError | null;
  /** False if the token was used before, on any node. @throws DomainError journal_unavailable */
  readonly useOnce: (businessId: string, nonce: string) => Promise<boolean>;
  /** Scopes of a leg's holder; null: their access has ended. */
  readonly access: (businessId: string, by: LegHolder) => readonly Scope[] | null;
  /**
   * The same for a leg that joins: it waits if this node has yet to learn it.
   * @throws DomainError not_ready, journal_unavailable
   */
  readonly accessNow: (businessId: string, by: LegHolder) => Promise<readonly Scope[] | null>;
  readonly lines: CallLines;
  readonly test: Omit<TestSideDeps, 'businessId' | 'callId' | 'status'>;
  /** @throws DomainError call_not_found */
  readonly statusOf: (businessId: string, callId: string) => ReturnType<TestSideDeps['status']>;
  readonly holders: BrowserHolders;
  /** ms since the epoch */
  readonly wallClock: () => number;
  readonly count: (what: LegCount) => void;
  readonly logger: Logger;
}

export interface BrowserLegs extends LegDesk {
  /** Takes a page's websocket that has just opened. */
  accept(socket: LegSocket): LegConnection;
  /** Legs on a call, by purpose. */
  joined(): ReadonlyMap<LegPurpose, number>;
  /** Ends all legs, and admits no more; idempotent. */
  close(): Promise<void>;
}

/** A place on a call, from the token to the end. */
interface Place {
  readonly claim: VerifiedLeg;
  readonly since: number;
  readonly release: () => void;
}

const REQUIRED_SCOPE: Readonly<Record<LegPurpose, Scope>> = {
  test: 'voice:write',
  listen: 'voice:read',
  take_over: 'voice:write',
};

export const createBrowserLegs = (deps: BrowserLegsDeps): BrowserLegs => {
  const { logger, tokens, relay, wallClock } = deps;
  const endTestCall = testCallEnder(deps);
  const places = new Map<BrowserLeg, Place>();
  let isClosed = false;

  const canStay = ({ businessId, purpose, by }: VerifiedLeg): boolean =>
    deps.access(businessId, by)?.includes(REQUIRED_SCOPE[purpose]) === true;

  // L2
  const watching = setInterval(() => {
    for (const [leg, { claim }] of [...places]) if (!canStay(claim)) leg.end('access_ended');
  }, ACCESS_EVERY_MS).unref();

  /** L1 */
  const takePlace = (leg: BrowserLeg, claim: VerifiedLeg): void => {
    if (isClosed || places.size >= MOST.ofNode) throw new DomainError('legs_busy');
    const others = [...places.values()].filter(
      ({ claim: { businessId } }) => businessId === claim.businessId,
    );
    const ofCall = others.filter(({ claim: { callId } }) => callId === claim.callId);
    if (others.length >= MOST.ofBusiness || ofCall.length >= MOST.ofCall)
      throw new DomainError('legs_limited');
    const hold = claim.purpose === 'test';
    places.set(leg, {
      claim,
      since: wallClock(),
      release: hold ? deps.holders.hold(claim.callId, () => leg.end('call_ended')) : () => undefined,
    });
  };

  const sideOf = ({ businessId, callId, purpose, by }: VerifiedLeg): LegSide =>
    purpose === 'test'
      ? createTestSide({
          ...deps.test,
          businessId,
          callId,
          status: () => deps.statusOf(businessId, callId),
        })
      : createLineSide(
          { lines: deps.lines, now: deps.test.now, status: () => deps.statusOf(businessId, callId) },
          { businessId, callId, by: speakerOf(by), purpose },
        );

  const onEnded = (leg: BrowserLeg, reason: LegEndReason): void => {
    const place = places.get(leg);
    if (place === undefined) return deps.count('refused');
    places.delete(leg);
    deps.count(`ended_${reason}`);
    const { callId, businessId, purpose, by } = place.claim;
    // L3
    const seconds = Math.round((wallClock() - place.since) / 1_000);
    logger.info({ event: 'leg.ended', businessId, callId, purpose, by, reason, seconds });
    if (purpose === 'test') void endTestCall(place, reason);
    else place.release();
  };

  const admit = async (leg: BrowserLeg, token: string): Promise<Admitted> => {
    const claim = tokens.verify(token);
    const unavailable = deps.unavailable();
    if (unavailable !== null) throw unavailable;
    const scopes = await deps.accessNow(claim.businessId, claim.by);
    if (
      scopes?.includes(REQUIRED_SCOPE[claim.purpose]) !== true ||
      !(await deps.useOnce(claim.businessId, claim.nonce))
    )
      throw new DomainError('leg_token_invalid');
    takePlace(leg, claim);
    deps.count('joined');
    const { businessId, callId, purpose, by } = claim;
    logger.info({ event: 'leg.joined', businessId, callId, purpose, by });
    return { claim, side: sideOf(claim) };
  };

  return {
    checkAvailable: () => {
      const unavailable = deps.unavailable();
      if (unavailable !== null) throw unavailable;
    },
    grant: (claim) => {
      const { token, expiresAt } = tokens.sign(claim);
      const { callId, purpose } = claim;
      const { signallingPath } = deps;
      return {
        callId,
        leg: { purpose, token, expiresAt: new Date(expiresAt).toISOString(), signallingPath },
      };
    },
    accept: (socket) =>
      new BrowserLeg(socket, { now: () => performance.now(), logger, relay, admit, onEnded }),
    joined: () => {
      const counts = new Map<LegPurpose, number>();
      for (const { claim } of places.values())
        counts.set(claim.purpose, (counts.get(claim.purpose) ?? 0) + 1);
      return counts;
    },
    close: async () => {
      isClosed = true;
      clearInterval(watching);
      for (const leg of [...places.keys()]) leg.end('stopping');
      await relay.close();
    },
  };
};

const speakerOf = (by: LegHolder): { readonly type: 'user' | 'key'; readonly id: string } =>
  by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId };
