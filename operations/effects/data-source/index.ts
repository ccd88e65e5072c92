/** Effects of a Data Source: reading its versions from files and databases. A rerun loads nothing twice. */
import type { DataSourceCommand, DataSourceEffect } from '../../../actors/data-source/commands.js';
import type { Column } from '../../../actors/data-source/events.js';
import { dataSource } from '../../../actors/data-source/index.js';
import type { ActorRef, EffectHandlers } from '../../../actors/runtime/actor.js';
import type { ActorClient } from '../../../actors/runtime/actor-client.js';
import { sourceRows } from '../../../actors/source-rows/index.js';
import { AssetMissing } from '../../../providers/assets/asset-store.js';
import type { JobIssue } from '../../../schemas/contacts/job.js';
import type { IngestionMessage, TableFile } from '../../ingestion/messages.js';
import { type ReadFile, tooLargeForSpool } from '../../ingestion/reading.js';
import { type QueryDeps, queryDatabase } from './query-database.js';

/** The file itself is unusable. */
class Refused extends Error {
  readonly issues: readonly JobIssue[];
  readonly detail: string | null;
  constructor({ issues, detail }: Extract<IngestionMessage, { readonly type: 'refused' }>) {
    super('refused');
    this.issues = issues;
    this.detail = detail ?? null;
  }
}

export interface DataSourceEffectDeps extends QueryDeps {
  readonly actors: ActorClient;
  readonly readFile: ReadFile;
  /** Documents have slots of their own, because they take more. */
  readonly readDocumentFile: ReadFile;
}

type Handlers = EffectHandlers<DataSourceEffect, DataSourceCommand>;

export const dataSourceEffects = (deps: DataSourceEffectDeps): Handlers => ({
  ingest: ingestTable(deps),
  query_database: queryDatabase(deps),
  read_document: readDocument(deps),
});

const ingestTable =
  (deps: DataSourceEffectDeps): Handlers['ingest'] =>
  async ({ ref, effect, signal }) => {
    const { business, id: sourceId } = ref;
    const { versionId, rowsId, assetId, fileName } = effect;
    const work = async (file: TableFile): Promise<number> => {
      let { columns } = effect;
      if (columns === null) {
        const found = await profile(deps, file, signal);
        columns = found.columns;
        const counts = { rows: found.rows, failed: found.issues.failedRows };
        const issues = found.issues.kept;
        await deps.actors.ask(
          dataSource,
          { business, id: sourceId },
          { type: 'profiled', versionId, columns, counts, issues },
        );
      }
      return load(deps, { business, id: rowsId }, file, columns, signal);
    };
    try {
      const rows = await deps.readFile({ businessId: business, assetId, fileName, signal }, work);
      deps.logger.info({ event: 'data_source.loaded', businessId: business, sourceId, versionId, rows });
      return { type: 'loaded', versionId, rowsId, rows };
    } catch (error) {
      return failed(deps, ref, versionId, error);
    }
  };

const readDocument =
  (deps: DataSourceEffectDeps): Handlers['read_document'] =>
  async ({ ref, effect: { versionId, assetId, fileName }, signal }) => {
    const { business: businessId, id: sourceId } = ref;
    try {
      const { text, issues } = await deps.readDocumentFile(
        { businessId, assetId, fileName, signal },
        (file) => readText(deps, file, signal),
      );
      const characters = text.length;
      deps.logger.info({ event: 'data_source.document_read', businessId, sourceId, versionId, characters });
      return { type: 'document_read', versionId, text, issues };
    } catch (error) {
      return failed(deps, ref, versionId, error);
    }
  };

/** The command that reports a failure of the file. @throws `error` if the file is not its cause */
const failed = (
  { logger }: DataSourceEffectDeps,
  { business: businessId, id: sourceId }: ActorRef,
  versionId: string,
  error: unknown,
): DataSourceCommand => {
  if (error instanceof Refused) {
    const { issues, detail } = error;
    const code = issues[0]?.code;
    logger.info({ event: 'data_source.file_refused', businessId, sourceId, versionId, code, detail });
    return { type: 'failed', versionId, issues };
  }
  const issues = tooLargeForSpool(error);
  if (issues !== null) return { type: 'failed', versionId, issues };
  if (!(error instanceof AssetMissing)) throw error;
  const message = 'the uploaded file no longer exists; upload it again';
  return {
    type: 'failed',
    versionId,
    issues: [{ row: null, column: null, code: 'file_missing', message }],
  };
};

type IngestDeps = Pick<DataSourceEffectDeps, 'actors' | 'ingest'>;

const readText = async ({ ingest }: IngestDeps, file: TableFile, signal: AbortSignal) => {
  for await (const message of ingest({ type: 'document', file }, signal)) {
    if (message.type === 'refused') throw new Refused(message);
    if (message.type === 'document') return message;
  }
  throw new Error('the document was not read to the end');
};

const profile = async ({ ingest }: IngestDeps, file: TableFile, signal: AbortSignal) => {
  for await (const message of ingest({ type: 'profile', file }, signal)) {
    if (message.type === 'refused') throw new Refused(message);
    if (message.type === 'profile') return message;
  }
  throw new Error('the file was not profiled to the end');
};

/** Sends all rows to their actor; returns their number. */
const load = async (
  { actors, ingest }: IngestDeps,
  target: { readonly business: string; readonly id: string },
  file: TableFile,
  columns: readonly Column[],
  signal: AbortSignal,
): Promise<number> => {
  const key = columns.find((column) => column.key);
  const keyIndex = key?.index ?? null;
  const keyType = key?.type === 'uuid' ? 'uuid' : 'mobile';
  const dates = columns.flatMap(({ index, dateOrder }) =>
    dateOrder === undefined ? [] : [{ index, order: dateOrder }],
  );
  for await (const message of ingest({ type: 'rows', file, keyIndex, keyType, dates }, signal)) {
    if (message.type === 'refused') throw new Refused(message);
    if (message.type === 'done') return message.rows;
    if (message.type !== 'source_part') continue;
    const { part, rows } = message;
    await actors.ask(sourceRows, target, { type: 'load', part, rows });
  }
  throw new Error('the rows were not read to the end');
};
