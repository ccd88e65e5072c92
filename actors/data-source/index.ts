/** The Data Source actor: what it is called, and which version of its table counts. */
import { DomainError } from '../../schemas/errors.js';
import type { Actor, NoReplies } from '../runtime/actor.js';
import type {
  DataSourceCommand,
  DataSourceDetails,
  DataSourceEffect,
  DataSourceQueries,
} from './commands.js';
import { decide } from './decide.js';
import { DATA_SOURCE_EVENTS, type DataSourceEvent } from './events.js';
import { type DataSourceState, evolve, initial } from './state.js';

const details = (state: DataSourceState): DataSourceDetails => {
  const { sourceId, source, activeVersionId } = state;
  if (source === null) throw new DomainError('data_source_not_found');
  const columns = activeVersionId === null ? [] : (state.versions[activeVersionId]?.columns ?? []);
  return {
    sourceId,
    class: source.class,
    name: source.name,
    status: source.status,
    activeVersionId,
    database: source.database,
    fieldKeys: columns.some(({ key }) => key)
      ? columns.filter(({ include }) => include).map(({ fieldKey }) => fieldKey)
      : [],
  };
};

const effects = (state: DataSourceState): Readonly<Record<string, DataSourceEffect>> => {
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
      // The first run profiles and loads in one go; it begins anew after a crash.
      columns: run === 0 ? null : columns,
    };
  }
  return owed;
};

export const dataSource: Actor<
  DataSourceState,
  DataSourceCommand,
  DataSourceEvent,
  DataSourceEffect,
  NoReplies,
  DataSourceQueries
> = {
  kind: 'data-source',
  events: DATA_SOURCE_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects,
  replies: {},
  queries: (state) => ({ get: () => details(state) }),
  snapshotEvery: 50,
  stateVersion: 2,
};
