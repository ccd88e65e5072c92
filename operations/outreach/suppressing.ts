/** Suppresses a number or an identity, and waits until no call to it can be placed any more. */
import type { StandingSuppression } from '../../actors/contact-point/commands.js';
import type {
  Point,
  SuppressedBy,
  Suppression,
  SuppressionPurpose,
  SuppressionSource,
} from '../../actors/contact-point/events.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import type { Caller } from '../caller.js';
import { polled } from '../polling.js';
import type { Sealer } from '../sealing.js';
import type { Written } from '../written.js';
import { contactPointOf } from './contact-point-of.js';

/** The author under which a suppression is recorded: the user or the key of the request; null if it has none. */
export const suppressedBy = ({ by = null }: Pick<Caller, 'by'>): SuppressedBy | null => {
  if (by === null) return null;
  return by.type === 'key' ? { type: 'key', id: by.keyId } : { type: 'user', id: by.userId };
};

export interface SuppressingDeps {
  readonly actors: ActorClient;
  readonly sealer: Sealer;
}

/** What to suppress. */
export interface NewSuppression extends Suppression {
  readonly point: Point;
  /** Whether calls that are at the carrier are hung up. */
  readonly hangUp: boolean;
}

/**
 * A suppression waits for placement requests in flight: ten seconds to send, ten for the carrier to answer, and a margin
 * (operations/effects/contact-point.ts).
 */
const COMPLETE_WITHIN_MS = 28_000;

/**
 * Resolves once no call to the point can be placed any more (actors/contact-point/decide.ts, P2). `commandId` is the same
 * for a repeated request.
 * @throws DomainError not_ready when a carrier keeps a placement open; the suppression stays, and refuses outreach meanwhile
 */
export const suppress = async (
  deps: SuppressingDeps,
  businessId: string,
  { point, ...suppression }: NewSuppression,
  commandId: string,
  withinMs = COMPLETE_WITHIN_MS,
): Promise<Written<StandingSuppression>> => {
  const { actors } = deps;
  const target = contactPointOf(deps, businessId, point);
  const command = { type: 'suppress', point, ...suppression } as const;
  const { answer, shard, seq } = await actors.ask(contactPoint, target, command, { commandId });
  if (answer.isComplete) return { result: answer, shard, seq };
  return polled(withinMs, async () => {
    const current = await actors.query(contactPoint, target, 'suppressions');
    const { purpose, source } = suppression;
    const found = current.answer.find(
      (candidate) => candidate.purpose === purpose && candidate.source === source,
    );
    // If it was lifted meanwhile, the returned commit is no longer ours.
    if (found === undefined || found.isComplete)
      return { result: found ?? answer, shard: current.shard, seq: current.seq };
    return null;
  });
};

/** Lifts a suppression; one that does not exist counts as lifted. */
export const liftSuppression = async (
  deps: SuppressingDeps,
  businessId: string,
  point: Point,
  { purpose, source }: { readonly purpose: SuppressionPurpose; readonly source: SuppressionSource },
  by: SuppressedBy | null,
  commandId: string,
): Promise<Written<null>> => {
  const target = contactPointOf(deps, businessId, point);
  const command = { type: 'lift', purpose, source, by } as const;
  const { shard, seq } = await deps.actors.ask(contactPoint, target, command, { commandId });
  return { result: null, shard, seq };
};
