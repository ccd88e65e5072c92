/** Effects of a contact import: running it. A rerun after a crash counts nothing twice. */
import type { Logger } from 'pino';
import {
  type ContactImportCommand,
  type ContactImportEffect,
  contactImport,
} from '../../actors/contact-import/index.js';
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { EffectContext, EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorClient } from '../../actors/runtime/actor-client.js';
import { AssetMissing, type AssetStore } from '../../providers/assets/asset-store.js';
import type { SpoolPlace } from '../../providers/spool/spool.js';
import type { ContactImportCounts, JobIssue } from '../../schemas/contacts/job.js';
import { partitionOfContact } from '../../schemas/ids.js';
import type { ViewStore } from '../../views/views.js';
import { inParallel } from '../in-parallel.js';
import { knownKeysOf } from '../ingestion/known-keys.js';
import type { IngestionMessage, TableFile } from '../ingestion/messages.js';
import { type ReadFile, tooLargeForSpool } from '../ingestion/reading.js';
import type { Ingest } from '../ingestion/thread.js';

export interface ContactImportDeps {
  readonly actors: ActorClient;
  readonly assets: Pick<AssetStore, 'remove'>;
  readonly readFile: ReadFile;
  readonly ingest: Ingest;
  readonly views: Pick<ViewStore, 'dataSource'>;
  /** ms since the epoch */
  readonly now: () => number;
  readonly logger: Logger;
}

/** Partitions processed at a time. */
const CONCURRENCY = 24;
/** Interval at which the counts are reported while the import runs, ms. */
const PROGRESS_MS = 2_000;
const ASK_TIMEOUT_MS = 30_000;

type Part = Extract<IngestionMessage, { type: 'contact_part' }>;

type Context = EffectContext<ContactImportEffect>;

/** A running import. */
interface Run {
  readonly counts: Record<keyof ContactImportCounts, number>;
  issues: readonly JobIssue[];
  /** The file itself cannot be used. */
  refused: boolean;
  /** When the counts were last reported, ms since the epoch. */
  reportedAt: number;
}

export const contactImportEffects = (
  deps: ContactImportDeps,
): EffectHandlers<ContactImportEffect, ContactImportCommand> => ({
  import_contacts: async (context) => {
    const { assets, readFile, logger } = deps;
    const { ref, effect, signal } = context;
    const { business: businessId, id: importId } = ref;
    const { assetId, fileName } = effect;
    const run: Run = {
      counts: { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 },
      issues: [],
      refused: false,
      reportedAt: deps.now(),
    };
    try {
      await readFile({ businessId, assetId, fileName, signal }, (file, place) =>
        importFile(deps, context, run, file, place),
      );
      // The file is not read again, whatever was found in it.
      await assets.remove(assetId);
      const { counts, issues, refused } = run;
      logger.info({ event: 'contacts.imported', businessId, importId, ...counts, refused });
      return finished(refused ? 'failed' : 'completed', counts, issues);
    } catch (error) {
      const tooLarge = tooLargeForSpool(error);
      if (tooLarge !== null) {
        await assets.remove(assetId);
        return finished('failed', run.counts, tooLarge);
      }
      if (!(error instanceof AssetMissing)) throw error;
      const message = 'the uploaded file no longer exists; upload it again';
      return finished('failed', run.counts, [{ row: null, column: null, code: 'file_missing', message }]);
    }
  },
});

const importFile = async (
  deps: ContactImportDeps,
  context: Context,
  run: Run,
  file: TableFile,
  { directory, account }: SpoolPlace,
): Promise<void> => {
  const { ref, effect, signal } = context;
  const { business: businessId, id: importId } = ref;
  const knownKeys = knownKeysOf(deps.views, businessId);
  const { mapping } = effect;
  const job = {
    type: 'contacts',
    file,
    mapping,
    knownKeys,
    businessId,
    importId,
    directory,
    account,
  } as const;
  await inParallel(deps.ingest(job, signal), CONCURRENCY, async (message) => {
    if (message.type === 'contact_part') return importPart(deps, context, run, message);
    if (message.type === 'refused') {
      run.refused = true;
      run.issues = message.issues;
      const { issues, detail = null } = message;
      deps.logger.info({ event: 'contacts.refused', businessId, importId, code: issues[0]?.code, detail });
    }
    if (message.type === 'done') {
      run.counts.rows = message.rows;
      run.counts.failed = message.issues.failedRows;
      run.issues = message.issues.kept;
    }
  });
};

const importPart = async (
  deps: ContactImportDeps,
  context: Context,
  run: Run,
  { type: _type, ...part }: Part,
): Promise<void> => {
  const { actors } = deps;
  const { partition } = part;
  const { business, id: importId } = context.ref;
  const { counts } = run;
  // A query of a few bytes finds the partition's owner first, so that no large command goes to a node that is not the owner.
  await actors.query(contactPartition, { business, id: partition }, 'get', '');
  const elsewhere = await importRows(deps, context, run, part);
  for (const row of elsewhere) {
    const home = partitionOfContact(row[0]);
    const moved = { partition: home, part: `${partition}-${part.part}-${row[0]}`, rows: [row] };
    await importRows(deps, context, run, { ...part, ...moved });
  }
  const at = deps.now();
  if (at - run.reportedAt < PROGRESS_MS) return;
  run.reportedAt = at;
  // The file may have been read to its end meanwhile: the number of its rows is known then, and is not less.
  const rows = Math.max(counts.rows, counts.created + counts.updated + counts.skipped);
  await actors.ask(
    contactImport,
    { business, id: importId },
    { type: 'progress', counts: { ...counts, rows } },
  );
};

/** Sends rows to a partition; returns those that belong to another one. */
const importRows = async (
  { actors }: ContactImportDeps,
  { ref, effect: { categoryIds } }: Context,
  { counts }: Run,
  { partition, part, ...content }: Omit<Part, 'type'>,
): Promise<readonly ImportedRow[]> => {
  const { business, id: importId } = ref;
  const { answer } = await actors.ask(
    contactPartition,
    { business, id: partition },
    { type: 'import', importId, part, categoryIds, ...content },
    { commandId: `${importId}-${part}`, timeoutMs: ASK_TIMEOUT_MS },
  );
  counts.created += answer.imported.created;
  counts.updated += answer.imported.updated;
  counts.skipped += answer.imported.skipped;
  return answer.imported.elsewhere;
};

const finished = (
  status: 'completed' | 'failed',
  counts: ContactImportCounts,
  issues: readonly JobIssue[],
): ContactImportCommand => ({ type: 'finish', status, counts: { ...counts }, issues });
