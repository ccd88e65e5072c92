/** The list of suppressions: adding, removing, importing and exporting. */

import type {
  SuppressionResource,
  SuppressionsAdd,
  SuppressionsAdded,
  SuppressionsImport,
  SuppressionsImported,
} from '../../schemas/campaigns/suppression.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { deriveId } from '../../schemas/ids.js';
import { iso } from '../../views/kernel/dates.js';
import { readThrough } from '../../views/kernel/read-through.js';
import type { ViewStore } from '../../views/views.js';
import { type Caller, commandIdOf } from '../caller.js';
import { pagesOf } from '../csv-file.js';
import type { OperationsDeps } from '../deps.js';
import { inParallel } from '../in-parallel.js';
import { refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';
import { contactPointOf } from './contact-point-of.js';
import { liftSuppression, type NewSuppression, suppress, suppressedBy } from './suppressing.js';
import { NO_ADDRESS, pointOf, readSuppressionFile, suppressionsCsv } from './suppression-file.js';

/** Contact points that one request uses at a time. */
const CONCURRENCY = 32;

/** The suppressions of a business. */
export interface SuppressionOperations {
  /**
   * Resolves once no call to these numbers can be placed any more. @throws DomainError validation_failed; not_ready when a
   * carrier keeps a placement open
   */
  add(caller: Caller, body: SuppressionsAdd): Promise<Written<SuppressionsAdded>>;
  /** @throws DomainError suppression_not_found */
  remove(
    caller: Caller,
    suppressionId: string,
  ): Promise<Written<{ readonly id: string; readonly removed: boolean }>>;
  /** @throws DomainError suppression_file_invalid, not_ready */
  importFile(
    caller: Caller,
    body: SuppressionsImport,
    content: Uint8Array,
  ): Promise<Written<SuppressionsImported>>;
}

export const suppressionOperations = (deps: OperationsDeps): SuppressionOperations => ({
  add: async (caller, { suppressions, hangUp = false }) => {
    const points = suppressions.map(({ channel = 'phone', address }) => pointOf(channel, address));
    refuseProblems(
      points.flatMap((point, index): readonly ErrorDetail[] =>
        point === null ? [{ path: `/suppressions/${index}/address`, message: NO_ADDRESS }] : [],
      ),
    );
    const by = suppressedBy(caller);
    const source = by?.type === 'user' ? 'operator' : 'api';
    const wanted = suppressions.flatMap(({ purpose, reason = '' }, index): readonly NewSuppression[] => {
      const point = points[index] ?? null;
      return point === null ? [] : [{ point, purpose, reason, source, by, hangUp }];
    });
    return suppressAll(deps, caller, wanted);
  },

  remove: async (caller, id) => {
    const { businessId } = caller;
    const { views } = deps;
    const found = await readThrough(views, businessId, () => views.suppression(businessId, id));
    if (found === null) throw new DomainError('suppression_not_found');
    const { channel, address } = found;
    const by = suppressedBy(caller);
    const lifted = await liftSuppression(
      deps,
      businessId,
      { channel, address },
      found,
      by,
      commandIdOf(caller),
    );
    return { ...lifted, result: { id, removed: true } };
  },

  importFile: async (caller, _body, content) => {
    const { rows, wanted, issues, failed } = await readSuppressionFile(content);
    const { shard, seq } = await suppressAll(
      deps,
      caller,
      wanted.map((row) => ({ ...row, source: 'import', by: suppressedBy(caller), hangUp: false })),
    );
    return { result: { rows, suppressed: wanted.length, failed, issues }, shard, seq };
  },
});

/** Idempotent under the same key. @throws DomainError not_ready */
const suppressAll = async (deps: OperationsDeps, caller: Caller, wanted: readonly NewSuppression[]) => {
  const { businessId } = caller;
  const last = { shard: 0, seq: 0 };
  const callsAtCarrier = new Set<string>();
  const created = new Map<number, SuppressionResource>();
  await inParallel(wanted.entries(), CONCURRENCY, async ([index, suppression]) => {
    const { point, purpose, source } = suppression;
    const { id } = contactPointOf(deps, businessId, point);
    const commandId = deriveId(commandIdOf(caller), id, purpose, source);
    const { result, shard, seq } = await suppress(deps, businessId, suppression, commandId);
    for (const callId of result.atCarrier) callsAtCarrier.add(callId);
    const { reason, by, at } = result;
    const shown = { id: `${id}-${purpose}-${source}`, ...point, purpose, source, reason, by };
    created.set(index, { ...shown, status: 'suppressed', createdAt: iso(at) });
    last.shard = shard;
    last.seq = Math.max(last.seq, seq);
  });
  const suppressions = wanted.flatMap((_, index) => created.get(index) ?? []);
  return { result: { suppressions, callsAtCarrier: [...callsAtCarrier] }, ...last };
};

/** In the format of the import, newest first, with source and time. Yields pieces, each read on demand. */
export async function* exportSuppressions(
  views: Pick<ViewStore, 'suppressions'>,
  businessId: string,
): AsyncGenerator<string> {
  let isFirst = true;
  const filter = { purpose: null, source: null, search: null };
  for await (const rows of pagesOf((page) => views.suppressions(businessId, filter, page))) {
    yield suppressionsCsv(rows, isFirst);
    isFirst = false;
  }
}
