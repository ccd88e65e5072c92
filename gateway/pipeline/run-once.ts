/** Runs each request with an Idempotency-Key once (pipeline.ts, P3; docs/reference/api.md "Idempotency"). */
import { DomainError } from '../../schemas/errors.js';
import { NO_STORE } from '../http/conditional.js';
import { JSON_TYPE, type Reply } from '../http/envelope.js';
import type { RequestHead } from '../http/request-head.js';
import type { Route } from '../route.js';
import { joined, partsOf } from './answer-parts.js';
import type { CommitPlace, IdempotencyStore } from './idempotency.js';

/** Spec section 8. */
const IDEMPOTENCY_KEY = /^[\x21-\x7E]{1,512}$/;

/** A handler's reply, and what has to happen before it is sent. */
export interface Handled {
  readonly reply: Reply;
  /** The commit that the reply reports and this node must show; null: none. */
  readonly written: CommitPlace | null;
  /** Resolves when the audit log has its entry; null: there is none to write. */
  readonly audited: Promise<unknown> | null;
}

/** Whether the request runs once for its Idempotency-Key: the route requires one, or allows one and the request has it. */
export const isKeyed = ({ idempotent }: Route, { headers }: RequestHead): boolean =>
  idempotent === 'optional' ? headers['idempotency-key'] !== undefined : idempotent;

export const readIdempotencyKey = (head: RequestHead): string => {
  const key = head.headers['idempotency-key'];
  if (key === undefined) throw new DomainError('idempotency_key_missing');
  if (!IDEMPOTENCY_KEY.test(key)) throw new DomainError('idempotency_key_invalid');
  return key;
};

interface OnceRequest {
  readonly businessId: string;
  readonly key: string;
  readonly hash: string;
  /** After validation. */
  readonly body: unknown;
  readonly run: () => Promise<Handled>;
  /** Resolves when this node shows a commit. */
  readonly show: (written: CommitPlace) => Promise<unknown>;
  readonly refuse: (error: DomainError) => Reply;
}

/** Runs the handler once for a key; answers that a retry could change are not stored (docs/reference/api.md "Idempotency"). */
export const runOnce = async (store: IdempotencyStore, request: OnceRequest): Promise<Reply> => {
  const claim = await store.claim(request.businessId, request.key, request.hash);
  if (claim.type === 'replay') {
    // Another node may have written it.
    if (claim.answer.written !== undefined) await request.show(claim.answer.written);
    return {
      status: claim.answer.status,
      headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': NO_STORE, 'Idempotency-Replayed': 'true' },
      body: joined(claim.answer.body, request.body),
    };
  }
  let handled: Handled;
  try {
    handled = await request.run();
  } catch (error) {
    if (!(error instanceof DomainError)) {
      await claim.release();
      throw error;
    }
    handled = { reply: request.refuse(error), written: null, audited: null };
  }
  const { reply, written, audited } = handled;
  const visible = written === null ? null : request.show(written);
  if (reply.isTemporary === true) await Promise.all([claim.release(), audited, visible]);
  else {
    // Awaited in `complete`, also if it fails before.
    void visible?.catch(() => undefined);
    try {
      await audited;
    } catch (error) {
      // The next request with the key writes the entry; no answer was stored that a node could replay.
      await claim.release();
      throw error;
    }
    const body = partsOf(reply.repeatedBody ?? reply.body, request.body);
    const place = written === null ? {} : { written };
    await claim.complete({ status: reply.status, body, ...place }, visible); // P3
  }
  return reply;
};
