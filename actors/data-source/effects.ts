/** Effects of a Data Source: fetch, read and load each version. */
import type { DataSourceEffect } from './commands.js';
import type { DataSourceState } from './state.js';

export const effects = (state: DataSourceState): Readonly<Record<string, DataSourceEffect>> => {
  const owed: Record<string, DataSourceEffect> = {};
  for (const [versionId, version] of Object.entries(state.versions)) {
    const { holds, stage, assetId, fileName, pending, columns, run, rowsId } = version;
    if (rowsId !== null || stage === 'failed') continue;
    if (pending !== null) {
      owed[`query:${versionId}`] = { kind: 'query_database', versionId, assetId, database: pending };
      continue;
    }
    if (holds === 'document') {
      if (stage === 'received')
        owed[`read:${versionId}`] = { kind: 'read_document', versionId, assetId, fileName };
      continue;
    }
    owed[`ingest:${versionId}:${run}`] = {
      kind: 'ingest',
      versionId,
      assetId,
      fileName,
      rowsId: `${versionId}-${run}`,
      // The first run profiles and loads in one go; it starts over after a crash.
      columns: run === 0 ? null : columns,
    };
  }
  return owed;
};
