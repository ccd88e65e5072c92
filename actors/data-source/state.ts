/** A Data Source's state. It does not hold text and rows; those are in the views. */
import { assertNever } from '../../schemas/assert.js';
import type { IngestionStage, SourceDatabase } from '../../schemas/contacts/data-source.js';
import type { ActorRef } from '../runtime/actor.js';
import type { Column, DataSourceEvent, SourceClass } from './events.js';

export interface Version {
  /** Rows, or a text. */
  readonly holds: 'table' | 'document';
  readonly fileName: string;
  readonly assetId: string;
  /** The table that is yet to be read into the file; null: none. */
  readonly pending: SourceDatabase | null;
  readonly stage: IngestionStage;
  /** Null until the file is profiled. */
  readonly columns: readonly Column[] | null;
  /** Raised when the rows must be reloaded. */
  readonly run: number;
  readonly rowsId: string | null;
  /** Whether to activate as soon as the rows are loaded. */
  readonly activate: boolean;
  readonly superseded: boolean;
}

/** `source` is null until it is created. */
export interface DataSourceState {
  readonly sourceId: string;
  readonly source: {
    readonly class: SourceClass;
    readonly name: string;
    readonly description: string | null;
    readonly status: 'active' | 'archived';
    /** The database that its versions are read from; null: files. */
    readonly database: SourceDatabase | null;
    /** Raised by each change that clients see. */
    readonly revision: number;
  } | null;
  readonly versions: Readonly<Record<string, Version>>;
  readonly activeVersionId: string | null;
}

export const initial = (ref: ActorRef): DataSourceState => ({
  sourceId: ref.id,
  source: null,
  versions: {},
  activeVersionId: null,
});

/** Whether a review must settle the meaning of a column, or the key, before the version can be used. */
export const needsReview = (columns: readonly Column[]): boolean =>
  columns.some(({ review, include }) => include && review !== null) || !columns.some(({ key }) => key);

/** The revision of a new source. */
export const FIRST_REVISION = 1;

const REVISING: ReadonlySet<string> = new Set<DataSourceEvent['type']>([
  'source.changed',
  'source.bound',
  'source.archived',
  'source.restored',
  'text.replaced',
  'version.activated',
]);

/** Whether the event raises the revision. */
export const isRevision = ({ type }: DataSourceEvent): boolean => REVISING.has(type);

/** The tag of a source, by which its clients notice that it was changed. */
export const sourceTag = ({ revision }: { readonly revision: number }): string => String(revision);

export const evolve = (state: DataSourceState, event: DataSourceEvent): DataSourceState => {
  const after = applied(state, event);
  if (after.source === null || !isRevision(event)) return after;
  return { ...after, source: { ...after.source, revision: after.source.revision + 1 } };
};

const applied = (state: DataSourceState, event: DataSourceEvent): DataSourceState => {
  switch (event.type) {
    case 'source.created': {
      const { name, description } = event;
      const source = {
        class: event.class,
        name,
        description,
        status: 'active',
        database: null,
        revision: FIRST_REVISION,
      } as const;
      return { ...state, source };
    }
    case 'source.changed': {
      const { name, description } = event;
      return state.source === null ? state : { ...state, source: { ...state.source, name, description } };
    }
    case 'source.bound':
      return state.source === null
        ? state
        : { ...state, source: { ...state.source, database: event.database } };
    case 'source.archived':
      return state.source === null ? state : { ...state, source: { ...state.source, status: 'archived' } };
    case 'source.restored':
      return state.source === null ? state : { ...state, source: { ...state.source, status: 'active' } };
    case 'text.replaced':
      return { ...retired(state), activeVersionId: null };
    case 'version.received':
      return received(state, event, 'table');
    case 'version.requested': {
      const { versionId, database } = event;
      const file = { versionId, assetId: versionId, fileName: fileNameOf(database) };
      return changed(received(state, file, 'table'), versionId, { pending: database });
    }
    case 'version.fetched':
      return changed(state, event.versionId, { pending: null });
    case 'document.received':
      return received(state, event, 'document');
    case 'document.read':
      return changed(state, event.versionId, { stage: 'validated' });
    case 'version.profiled':
      return changed(state, event.versionId, { stage: 'profiling', columns: event.columns });
    case 'version.loaded': {
      const columns = state.versions[event.versionId]?.columns ?? [];
      const stage = needsReview(columns) ? 'needs_review' : 'validated';
      return changed(state, event.versionId, { stage, rowsId: event.rowsId });
    }
    case 'version.reload_begun':
      return changed(state, event.versionId, { stage: 'parsing', run: event.run, rowsId: null });
    case 'version.reviewed': {
      const { columns, activate } = event;
      const loading = state.versions[event.versionId]?.rowsId === null;
      return changed(state, event.versionId, {
        columns,
        activate,
        ...(loading ? {} : { stage: 'validated' }),
      });
    }
    case 'version.activated': {
      const active = changed(retired(state), event.versionId, {
        stage: 'active',
        activate: false,
        superseded: false,
      });
      return { ...active, activeVersionId: event.versionId };
    }
    case 'version.failed':
      return changed(state, event.versionId, { stage: 'failed', activate: false });
    default:
      return assertNever(event);
  }
};

/** The file name of a table's rows, which are stored as JSON. */
export const fileNameOf = ({ table }: SourceDatabase): string => `${table}.json`;

const received = (
  state: DataSourceState,
  { versionId, fileName, assetId }: Pick<Version, 'fileName' | 'assetId'> & { readonly versionId: string },
  holds: Version['holds'],
): DataSourceState => {
  const version: Version = {
    holds,
    fileName,
    assetId,
    pending: null,
    columns: null,
    run: 0,
    rowsId: null,
    stage: 'received',
    activate: false,
    superseded: false,
  };
  return { ...state, versions: { ...state.versions, [versionId]: version } };
};

/** Marks the active version as superseded. */
const retired = (state: DataSourceState): DataSourceState =>
  state.activeVersionId === null ? state : changed(state, state.activeVersionId, { superseded: true });

const changed = (state: DataSourceState, versionId: string, change: Partial<Version>): DataSourceState => {
  const version = state.versions[versionId];
  if (version === undefined) return state;
  return { ...state, versions: { ...state.versions, [versionId]: { ...version, ...change } } };
};
