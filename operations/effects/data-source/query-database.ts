/** Reads the table of a Data Source: its rows become the file of the version. */
import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { DataSourceCommand, QueryDatabaseEffect } from '../../../actors/data-source/commands.js';
import type { EffectHandler } from '../../../actors/runtime/actor.js';
import type { AssetStore } from '../../../providers/assets/asset-store.js';
import { type AllowedDatabases, allowedConnection } from '../../../providers/databases/database.js';
import { tooLargeForSpool, type WithPlace } from '../../ingestion/reading.js';
import { databaseIssue } from '../../ingestion/source-query.js';
import type { Ingest } from '../../ingestion/thread.js';

export interface QueryDeps {
  readonly databases: AllowedDatabases;
  readonly assets: Pick<AssetStore, 'keep'>;
  readonly withPlace: WithPlace;
  readonly ingest: Ingest;
  readonly logger: Logger;
}

/** Bytes of the file that are handed to the asset store at a time. */
const PIECE_BYTES = 1024 * 1024;

/** A rerun after a crash reads the table again, because nothing of the first reading was recorded. */
export const queryDatabase =
  ({
    databases,
    assets,
    withPlace,
    ingest,
    logger,
  }: QueryDeps): EffectHandler<QueryDatabaseEffect, DataSourceCommand> =>
  async ({ ref, effect: { versionId, assetId, database }, signal }) => {
    const { business: businessId, id: sourceId } = ref;
    const logFields = { businessId, sourceId, versionId, connection: database.connection };
    // Checked at each reading, so that a connection revoked by the operator is refused at once.
    const connection = allowedConnection(databases, businessId, database);
    if (connection === null) {
      logger.warn({ event: 'data_source.query_refused', ...logFields, code: 'database_not_allowed' });
      return { type: 'failed', versionId, issues: [databaseIssue('database_not_allowed')] };
    }
    try {
      return await withPlace(businessId, signal, async ({ directory, account }) => {
        const path = join(directory, 'rows');
        const job = { type: 'query', connection, table: database.table, path, account } as const;
        for await (const message of ingest(job, signal)) {
          if (message.type === 'refused') {
            const { issues, detail = null } = message;
            logger.warn({ event: 'data_source.query_refused', ...logFields, code: issues[0]?.code, detail });
            return { type: 'failed', versionId, issues };
          }
          if (message.type !== 'fetched') continue;
          await assets.keep(assetId, createReadStream(path, { highWaterMark: PIECE_BYTES }));
          logger.info({ event: 'data_source.queried', ...logFields, rows: message.rows });
          return { type: 'fetched', versionId, rows: message.rows };
        }
        throw new Error('the table was not read to the end');
      });
    } catch (error) {
      const tooLarge = tooLargeForSpool(error);
      if (tooLarge === null) throw error;
      return { type: 'failed', versionId, issues: [databaseIssue('too_much_data')] };
    }
  };
