/** The Data Source actor: its name, and which of its versions is active. */
import { DomainError } from '../../schemas/errors.js';
import type { Actor, NoReplies } from '../runtime/actor.js';
import type {
  DataSourceCommand,
  DataSourceDetails,
  DataSourceEffect,
  DataSourceQueries,
} from './commands.js';
import { decide } from './decide.js';
import { effects } from './effects.js';
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
  stateVersion: 3,
};
