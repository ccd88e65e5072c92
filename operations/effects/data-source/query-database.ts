/** Carries out the reading of a Data Source's table (actors/data-source): its rows become the file of the version. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DataSourceCommand, QueryDatabaseEffect } from '../../../actors/data-source/commands.js';
import type { EffectHandler } from '../../../actors/runtime/actor.js';
import type { AssetStore } from '../../../providers/assets/asset-store.js';
import type { AllowedDatabases } from '../../../providers/databases/database.js';
import type { SourceDatabase } from '../../../schemas/data-source.js';
import { type InPlace, tooLargeForSpool } from '../../ingestion/reading.js';
import { databaseIssue } from '../../ingestion/source-query.js';
import type { Ingest } from '../../ingestion/thread.js';

export interface RefreshDeps {
  readonly databases: AllowedDatabases;
  readonly assets: Pick<AssetStore, 'keep'>;
  readonly inPlace: InPlace;
  readonly ingest: Ingest;
  readonly logger: Logger;
}

/** How a business reaches a table; null where the operator has not allowed it. */
export const allowedConnection = (
  databases: AllowedDatabases,
  businessId: string,
  { connection, table }: SourceDatabase,
) => {
  const allowed = databases.get(connection);
  const may = allowed?.businesses.has(businessId) === true && allowed.tables.includes(table);
  return may ? allowed.connection : null;
};

/** Bytes of the file that are handed to the asset store at a time. */
const PIECE_BYTES = 1024 * 1024;

/** Done again after a crash it reads the table again: nothing was told of the first reading. */
export const queryDatabase =
  ({
    databases,
    assets,
    inPlace,
    ingest,
    logger,
  }: RefreshDeps): EffectHandler<QueryDatabaseEffect, DataSourceCommand> =>
  async ({ ref, effect: { versionId, assetId, database }, signal }) => {
    const { business: businessId, id: sourceId } = ref;
    const told = { businessId, sourceId, versionId, connection: database.connection };
    // Asked again at each reading: what an operator has taken away is so at once.
    const connection = allowedConnection(databases, businessId, database);
    if (connection === null) {
      logger.warn({ event: 'data_source.query_refused', ...told, code: 'database_not_allowed' });
      return { type: 'failed', versionId, issues: [databaseIssue('database_not_allowed')] };
    }
    try {
      return await inPlace(businessId, signal, async ({ directory, account }) => {
        const path = join(directory, 'rows');
        const job = { type: 'query', connection, table: database.table, path, account } as const;
        for await (const message of ingest(job, signal)) {
          if (message.type === 'refused') {
            const { issues, detail = null } = message;
            logger.warn({ event: 'data_source.query_refused', ...told, code: issues[0]?.code, detail });
            return { type: 'failed', versionId, issues };
          }
          if (message.type !== 'fetched') continue;
          await assets.keep(assetId, createReadStream(path, { highWaterMark: PIECE_BYTES }));
          logger.info({ event: 'data_source.queried', ...told, rows: message.rows });
          return { type: 'fetched', versionId, rows: message.rows };
        }
        throw new Error('the table was not read to its end');
      });
    } catch (error) {
      const tooLarge = tooLargeForSpool(error);
      if (tooLarge === null) throw error;
      return { type: 'failed', versionId, issues: [databaseIssue('too_much_data')] };
    }
  };

/** What a business may name, for who named something else. */
export const choicesOf = (databases: AllowedDatabases, businessId: string): string => {
  const choices = [...databases].flatMap(([name, { businesses, tables }]) =>
    businesses.has(businessId) ? tables.map((table) => `${table} of ${name}`) : [],
  );
  return choices.length === 0
    ? 'none is allowed to this business'
    : `allowed: ${choices.slice(0, 100).join(', ')}`;
};
