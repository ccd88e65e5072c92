/** Carries out an import of contacts (actors/contact-import). Run again after a crash it counts nothing twice. */
import type { Logger } from 'pino';
import type { ContactImportCommand, ContactImportEffect } from '../../actors/contact-import/commands.js';
import { contactImport } from '../../actors/contact-import/index.js';
import type { ImportedRow } from '../../actors/contact-partition/events.js';
import { contactPartition } from '../../actors/contact-partition/index.js';
import type { EffectHandlers } from '../../actors/runtime/actor.js';
import type { ActorAsker } from '../../actors/runtime/asking.js';
import { AssetMissing, type AssetStore } from '../../providers/assets/asset-store.js';
import type { SpoolPlace } from '../../providers/spool/spool.js';
import { contactsSourceId, partitionOfContact } from '../../schemas/ids.js';
import type { ContactImportCounts, JobIssue } from '../../schemas/job.js';
import type { ViewStore } from '../../views/views.js';
import { inParallel } from '../in-parallel.js';
import type { IngestionMessage, TableFile } from './messages.js';
import { type ReadFile, tooLargeForSpool } from './reading.js';
import type { Ingest } from './thread.js';

export interface IngestionDeps {
  readonly actors: ActorAsker;
  readonly assets: Pick<AssetStore, 'remove'>;
  readonly readFile: ReadFile;
  readonly ingest: Ingest;
  readonly views: Pick<ViewStore, 'dataSource'>;
  readonly logger: Logger;
}

/** Partitions at work at a time. */
const WIDTH = 24;
/** How often the counts are made known while the import runs, ms. */
const PROGRESS_MS = 2_000;
const ASK_TIMEOUT_MS = 30_000;

type Part = Extract<IngestionMessage, { type: 'contact_part' }>;

export const contactImportEffects = ({
  actors,
  assets,
  readFile,
  ingest,
  views,
  logger,
}: IngestionDeps): EffectHandlers<ContactImportEffect, ContactImportCommand> => ({
  import_contacts: async ({ ref, effect, signal }) => {
    const { business, id: importId } = ref;
    const counts = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };
    let issues: readonly JobIssue[] = [];
    let refused = false;
    let toldAt = Date.now();

    const tell = async (
      partition: string,
      part: string,
      columns: readonly string[],
      rows: readonly ImportedRow[],
    ) => {
      const { categoryIds } = effect;
      const { answer } = await actors.ask(
        contactPartition,
        { business, id: partition },
        { type: 'import', importId, part, categoryIds, columns, rows },
        { commandId: `${importId}-${part}`, timeoutMs: ASK_TIMEOUT_MS },
      );
      counts.created += answer.imported.created;
      counts.updated += answer.imported.updated;
      counts.skipped += answer.imported.skipped;
      return answer.imported.elsewhere;
    };

    const importPart = async ({ partition, part, columns, rows }: Part): Promise<void> => {
      // Asked first, in a few bytes, who has the partition: nobody is sent a large command only to say that he is not there.
      await actors.ask(contactPartition, { business, id: partition }, { type: 'look', contactId: '' });
      const elsewhere = await tell(partition, part, columns, rows);
      for (const row of elsewhere)
        await tell(partitionOfContact(row[0]), `${partition}-${part}-${row[0]}`, columns, [row]);
      if (Date.now() - toldAt < PROGRESS_MS) return;
      toldAt = Date.now();
      counts.rows = counts.created + counts.updated + counts.skipped;
      await actors.ask(
        contactImport,
        { business, id: importId },
        { type: 'progress', counts: { ...counts } },
      );
    };

    const work = async (file: TableFile, { directory, account }: SpoolPlace): Promise<void> => {
      const fields = views.dataSource(business, contactsSourceId(business))?.fields ?? [];
      const knownKeys = fields.map(({ key }) => key);
      const job = {
        job: 'contacts',
        file,
        mapping: effect.mapping,
        knownKeys,
        businessId: business,
        importId,
        directory,
        account,
      } as const;
      await inParallel(ingest(job, signal), WIDTH, async (message) => {
        if (message.type === 'contact_part') return importPart(message);
        if (message.type === 'refused') {
          refused = true;
          issues = message.issues;
        }
        if (message.type === 'done') {
          counts.rows = message.rows;
          counts.failed = message.issues.failedRows;
          issues = message.issues.kept;
        }
      });
    };

    try {
      const { assetId, fileName } = effect;
      await readFile({ businessId: business, assetId, fileName, signal }, work);
      // Nobody reads it again, whatever was found in it.
      await assets.remove(assetId);
      logger.info({ event: 'contacts.imported', businessId: business, importId, ...counts, refused });
      return finished(refused ? 'failed' : 'completed', counts, issues);
    } catch (error) {
      const tooLarge = tooLargeForSpool(error);
      if (tooLarge !== null) return finished('failed', counts, tooLarge);
      if (!(error instanceof AssetMissing)) throw error;
      const message = 'the uploaded file is no longer there; upload it again';
      return finished('failed', counts, [{ row: null, column: null, code: 'file_missing', message }]);
    }
  },
});

const finished = (
  status: 'completed' | 'failed',
  counts: ContactImportCounts,
  issues: readonly JobIssue[],
): ContactImportCommand => ({ type: 'finish', status, counts: { ...counts }, issues });
