/**
 * Decisions of a Data Source. It guarantees:
 *
 * D1. At most one version is active, and it becomes active in one commit: resolving a variable sees the former
 *     version or the new one, never both.
 * D2. A version is activated only with all of its rows loaded, and with every doubt about its columns resolved.
 * D3. A version never changes once it has been active.
 * D4. A conditional change applies to exactly the source that its client has read.
 */
import { assertNever } from '../../schemas/assert.js';
import type { ColumnReview } from '../../schemas/contacts/data-source.js';
import { DomainError } from '../../schemas/errors.js';
import { requireCurrent } from '../../schemas/tag.js';
import type { Envelope, TimerDue } from '../runtime/actor.js';
import type { DataSourceCommand } from './commands.js';
import type { Column, DataSourceEvent } from './events.js';
import { withKnownKeys } from './known-keys.js';
import { reviewed } from './review.js';
import { type DataSourceState, needsReview, sourceTag, type Version } from './state.js';

export const decide = (
  state: DataSourceState,
  { command }: Envelope<DataSourceCommand | TimerDue>,
): readonly DataSourceEvent[] => {
  if (command.type === 'timer_due') return [];
  if (command.type === 'create') return create(state, command);
  const { source } = state;
  if (source === null) throw new DomainError('data_source_not_found');
  switch (command.type) {
    case 'update':
      return update(state, source, command);
    case 'archive':
      return source.status === 'archived' ? [] : [{ type: 'source.archived' }];
    case 'receive': {
      const { versionId, fileName, assetId, bytes } = command;
      if (Object.hasOwn(state.versions, versionId)) return [];
      if (source.status === 'archived') throw new DomainError('data_source_archived');
      const type = source.class === 'structured' ? 'version.received' : 'document.received';
      return [{ type, versionId, fileName, assetId, ...(bytes === undefined ? {} : { bytes }) }];
    }
    case 'refresh':
      return refresh(state, source, command.versionId);
    case 'fetched': {
      const { versionId, rows } = command;
      const version = state.versions[versionId];
      if (version === undefined || version.pending === null || version.stage === 'failed') return [];
      return [{ type: 'version.fetched', versionId, rows }];
    }
    case 'document_read': {
      const { versionId, text, issues } = command;
      if (state.versions[versionId]?.stage !== 'received') return [];
      return [{ type: 'document.read', versionId, text, issues }];
    }
    case 'profiled': {
      const { versionId, columns, counts, issues } = command;
      if (state.versions[versionId]?.stage !== 'received') return [];
      return [
        { type: 'version.profiled', versionId, columns: withKnownKeys(state, columns), counts, issues },
      ];
    }
    case 'loaded':
      return loaded(state, command);
    case 'failed': {
      const version = state.versions[command.versionId];
      if (version === undefined || version.rowsId !== null || version.stage === 'failed') return [];
      if (version.holds === 'document' && version.stage !== 'received') return [];
      return [{ type: 'version.failed', versionId: command.versionId, issues: command.issues }];
    }
    case 'review':
      return review(state, command);
    default:
      return assertNever(command);
  }
};

const create = (
  state: DataSourceState,
  command: Extract<DataSourceCommand, { type: 'create' }>,
): readonly DataSourceEvent[] => {
  if (state.source !== null) return [];
  const { name, description, text, database } = command;
  return [
    { type: 'source.created', class: command.class, name, description },
    ...(text === null ? [] : [{ type: 'text.replaced', text } as const]),
    ...(database === undefined ? [] : [{ type: 'source.bound', database } as const]),
  ];
};

/** One at a time, so that impatient requests do not read a large table many times over. */
const refresh = (
  { versions }: DataSourceState,
  source: NonNullable<DataSourceState['source']>,
  versionId: string,
): readonly DataSourceEvent[] => {
  if (Object.hasOwn(versions, versionId)) return [];
  if (source.class !== 'structured') throw new DomainError('data_source_not_structured');
  if (source.database === null) throw new DomainError('data_source_without_database');
  if (source.status === 'archived') throw new DomainError('data_source_archived');
  if (Object.values(versions).some(({ pending, stage }) => pending !== null && stage !== 'failed'))
    throw new DomainError('data_source_refreshing');
  return [{ type: 'version.requested', versionId, database: source.database }];
};

const update = (
  _state: DataSourceState,
  source: NonNullable<DataSourceState['source']>,
  command: Extract<DataSourceCommand, { type: 'update' }>,
): readonly DataSourceEvent[] => {
  requireCurrent(command, sourceTag(source)); // D4
  if (command.text !== undefined && source.class !== 'unstructured')
    throw new DomainError('data_source_not_unstructured');
  const events: DataSourceEvent[] = [];
  const name = command.name ?? source.name;
  const description = command.description ?? source.description;
  if (name !== source.name || description !== source.description)
    events.push({ type: 'source.changed', name, description });
  if (command.text !== undefined) events.push({ type: 'text.replaced', text: command.text });
  if (command.status !== undefined && command.status !== source.status)
    events.push({ type: command.status === 'archived' ? 'source.archived' : 'source.restored' });
  return events;
};

const loaded = (
  state: DataSourceState,
  { versionId, rowsId, rows }: Extract<DataSourceCommand, { type: 'loaded' }>,
): readonly DataSourceEvent[] => {
  const version = state.versions[versionId];
  if (version === undefined || version.columns === null || version.rowsId !== null) return [];
  if (version.stage === 'failed') return [];
  const events: DataSourceEvent[] = [{ type: 'version.loaded', versionId, rowsId, rows }];
  return version.activate && !needsReview(version.columns)
    ? [...events, { type: 'version.activated', versionId }]
    : events;
};

/** The orders of dates, in a form that can be compared. */
const datesOf = (columns: readonly Column[]): string => columns.map(({ dateOrder = '' }) => dateOrder).join();

const keyOf = (columns: readonly Column[]): string | null => columns.find(({ key }) => key)?.column ?? null;

const review = (
  state: DataSourceState,
  { versionId, columns: reviews, activate }: Extract<DataSourceCommand, { type: 'review' }>,
): readonly DataSourceEvent[] => {
  const version = state.versions[versionId];
  if (version === undefined) throw new DomainError('ingestion_not_found');
  if (isSettled(version)) {
    // A repetition after the activation.
    if (version.stage === 'active' && reviews.length === 0) return [];
    throw new DomainError('ingestion_closed');
  }
  if (version.holds === 'document') return reviewDocument(state, version, versionId, reviews, activate);
  if (version.columns === null || version.rowsId === null) throw new DomainError('ingestion_not_ready');
  if (state.source?.status === 'archived' && activate) throw new DomainError('data_source_archived');
  const columns = reviewed(version.columns, reviews);
  const reviewedEvent: DataSourceEvent = { type: 'version.reviewed', versionId, columns, activate };
  const run = version.run + 1;
  const key = keyOf(columns);
  const hasOtherKey = key !== null && key !== keyOf(version.columns);
  if (hasOtherKey || datesOf(columns) !== datesOf(version.columns))
    return [{ type: 'version.reload_begun', versionId, run }, reviewedEvent];
  return activate ? [reviewedEvent, { type: 'version.activated', versionId }] : [reviewedEvent];
};

/** A document has no columns; its review only decides whether it is activated. */
const reviewDocument = (
  state: DataSourceState,
  { stage }: Version,
  versionId: string,
  reviews: readonly ColumnReview[],
  activate: boolean,
): readonly DataSourceEvent[] => {
  if (stage !== 'validated') throw new DomainError('ingestion_not_ready');
  if (reviews.length > 0) {
    const details = reviews.map((_, index) => ({
      path: `/columns/${index}`,
      message: 'a document has no columns; leave them out',
    }));
    throw new DomainError('validation_failed', undefined, details);
  }
  if (state.source?.status === 'archived' && activate) throw new DomainError('data_source_archived');
  return activate ? [{ type: 'version.activated', versionId }] : [];
};

/** D3 */
const isSettled = ({ stage, superseded }: Version): boolean =>
  superseded || stage === 'active' || stage === 'failed';
