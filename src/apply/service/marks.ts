/**
 * The mark of what a project has created: its id. The API derives the id of a new resource from the business, the operation
 * and the request's Idempotency-Key, for ever (schemas/ids.ts), so that the key with which `parley apply` creates a resource shows
 * later that it did. Tools have no id; they have the project as a field.
 *
 * It guarantees:
 * M1. A resource has a mark only if `parley apply` created it for this project under this key.
 * M2. A key has {@link ORDINALS} marks: a resource that was removed, or refused, leaves the others.
 */
import { createHash } from 'node:crypto';
import { deriveId } from '../../../schemas/ids.js';
import type { Kind } from '../resource.js';

/** How often a resource can be created again under one key. */
export const ORDINALS = 256;

/** Kinds whose ids are marks. */
export type MarkedKind = Exclude<Kind, 'category' | 'tool'>;

const OPERATIONS: Readonly<Record<MarkedKind, string>> = {
  source: 'createDataSource',
  agent: 'createAgent',
  webhook: 'createSubscription',
  alert: 'createAlertRule',
};

export interface MarkScope {
  readonly businessId: string;
  readonly project: string;
}

/** A mark: the Idempotency-Key of the request that creates the resource, and the id that it gets. */
export interface Mark {
  readonly idempotencyKey: string;
  readonly id: string;
}

export const marksOf = (
  { businessId, project }: MarkScope,
  kind: MarkedKind,
  key: string,
): readonly Mark[] => {
  // A name may have characters that a header cannot.
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
  return Array.from({ length: ORDINALS }, (_, ordinal) => {
    const idempotencyKey = `parley-apply:${project}:${kind}:${name}:${ordinal}`;
    const commandId = deriveId(businessId, OPERATIONS[kind], idempotencyKey);
    return { idempotencyKey, id: kind === 'webhook' ? deriveId(commandId, 'subscription') : commandId };
  });
};
