/** Data Sources and the ingestion of their files (spec section 4.5, docs/reference/api.md "Contacts and data sources"). */
import type { DataSourceCommand } from '../../actors/data-source/commands.js';
import { dataSource } from '../../actors/data-source/index.js';
import type { Target } from '../../actors/runtime/actor-client.js';
import { type AllowedDatabases, allowedConnection, choicesOf } from '../../providers/databases/database.js';
import type {
  DataSourceCreate,
  DataSourceMutation,
  DataSourceResource,
  DataSourceUpdate,
  DataSourceUpload,
  IngestionResource,
  IngestionReview,
  SourceDatabase,
} from '../../schemas/contacts/data-source.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import { contactsSourceId, deriveId } from '../../schemas/ids.js';
import { onlyIf } from '../../schemas/tag.js';
import { readThrough } from '../../views/kernel/read-through.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { cleanName, nameProblems, refuseProblems } from '../refusals.js';
import type { Written } from '../written.js';

const INLINE_ROWS = 'rows.json';

/** Data Sources and their ingestions. */
export interface DataSourceOperations {
  /**
   * `rows`: JSON of the body's rows, which passed its schema; null for none.
   * @throws DomainError validation_failed, database_not_allowed
   */
  create(
    caller: Caller,
    body: Omit<DataSourceCreate, 'rows'>,
    rows: Uint8Array | null,
  ): Promise<
    Written<{ readonly dataSource: DataSourceResource; readonly ingestion: IngestionResource | null }>
  >;
  /**
   * `expected`: tags of which one must be current; null or absent: not checked.
   * @throws DomainError data_source_not_found, data_source_built_in, data_source_not_unstructured, resource_changed
   */
  update(
    caller: Caller,
    body: DataSourceUpdate,
    expected?: readonly string[] | null,
  ): Promise<Written<DataSourceResource>>;
  /** @throws DomainError data_source_not_found, data_source_built_in */
  archive(caller: Caller, body: DataSourceMutation): Promise<Written<DataSourceResource>>;
  /** Accepts the file, which is read in the background. @throws DomainError as archive, and data_source_archived */
  upload(caller: Caller, body: DataSourceUpload, content: Uint8Array): Promise<Written<IngestionResource>>;
  /**
   * Reads the source's table as a new version, in the background. @throws DomainError as archive, and
   * data_source_archived, data_source_not_structured, data_source_without_database, data_source_refreshing,
   * database_not_allowed
   */
  refresh(caller: Caller, body: DataSourceMutation): Promise<Written<IngestionResource>>;
  /** @throws DomainError validation_failed, ingestion_not_found, ingestion_not_ready, ingestion_closed, data_source_archived */
  reviewIngestion(caller: Caller, body: IngestionReview): Promise<Written<IngestionResource>>;
  /** The file of an ingestion as it was uploaded. @throws DomainError ingestion_not_found; ingestion_not_ready if it is not stored */
  file(businessId: string, ingestionId: string): Promise<AsyncIterable<Uint8Array>>;
}

export const dataSourceOperations = (deps: OperationsDeps): DataSourceOperations => ({
  create: createDataSource(deps),
  update: updateDataSource(deps),
  archive: async (caller, { sourceId }) =>
    committedSource(deps, caller, sourceId, await askSource(deps, caller, sourceId, { type: 'archive' })),
  upload: uploadDataSource(deps),
  refresh: refreshDataSource(deps),
  reviewIngestion: reviewIngestion(deps),
  file: async (businessId, ingestionId) => {
    const { views, assets } = deps;
    const found = await readThrough(views, businessId, () => views.ingestion(businessId, ingestionId));
    if (found === null) throw new DomainError('ingestion_not_found');
    // The asset of a version has its id.
    const asset = await assets.open(ingestionId);
    if (asset === null) throw new DomainError('ingestion_not_ready');
    return asset.read();
  },
});

const createDataSource =
  (deps: OperationsDeps): DataSourceOperations['create'] =>
  async (caller, body, rows) => {
    refuseProblems([...nameProblems(body.name), ...contentProblems(body, rows !== null)]);
    const sourceId = commandIdOf(caller);
    const { name, description = null, text = null, database } = body;
    if (database !== undefined) requireAllowed(deps.databases, caller.businessId, database);
    const create: DataSourceCommand = {
      type: 'create',
      class: body.class,
      name: cleanName(name),
      description,
      text,
      ...(database === undefined ? {} : { database }),
    };
    const created = await askSource(deps, caller, sourceId, create);
    if (rows === null && database === undefined) {
      const { result, shard, seq } = await committedSource(deps, caller, sourceId, created);
      return { result: { dataSource: result, ingestion: null }, shard, seq };
    }
    const received =
      rows === null
        ? await refresh(deps, caller, sourceId)
        : await receive(deps, caller, sourceId, INLINE_ROWS, rows);
    const { result: ingestion } = await committedIngestion(deps, caller, received.versionId, received);
    const { result, shard, seq } = await committedSource(deps, caller, sourceId, received);
    return { result: { dataSource: result, ingestion }, shard, seq };
  };

const updateDataSource =
  (deps: OperationsDeps): DataSourceOperations['update'] =>
  async (caller, body, expected = null) => {
    const { sourceId, name, description, status, text } = body;
    if (name !== undefined) refuseProblems(nameProblems(name));
    const command: DataSourceCommand = {
      type: 'update',
      ...(name === undefined ? {} : { name: cleanName(name) }),
      ...(description === undefined ? {} : { description }),
      ...(status === undefined ? {} : { status }),
      ...(text === undefined ? {} : { text }),
      ...onlyIf(expected),
    };
    return committedSource(deps, caller, sourceId, await askSource(deps, caller, sourceId, command));
  };

const uploadDataSource =
  (deps: OperationsDeps): DataSourceOperations['upload'] =>
  async (caller, { sourceId, fileName }, content) => {
    // Checked first, so that nothing is stored for a source that does not exist.
    await details(deps, caller, sourceId);
    const received = await receive(deps, caller, sourceId, fileName, content);
    return committedIngestion(deps, caller, received.versionId, received);
  };

const refreshDataSource =
  (deps: OperationsDeps): DataSourceOperations['refresh'] =>
  async (caller, { sourceId }) => {
    const { database } = await details(deps, caller, sourceId);
    if (database !== null) requireAllowed(deps.databases, caller.businessId, database);
    const requested = await refresh(deps, caller, sourceId);
    return committedIngestion(deps, caller, requested.versionId, requested);
  };

const reviewIngestion =
  (deps: OperationsDeps): DataSourceOperations['reviewIngestion'] =>
  async (caller, { ingestionId, columns = [], activate = true }) => {
    const { views } = deps;
    const { businessId } = caller;
    const ingestion = await readThrough(views, businessId, () => views.ingestion(businessId, ingestionId));
    if (ingestion === null) throw new DomainError('ingestion_not_found');
    const command = { type: 'review', versionId: ingestionId, columns, activate } as const;
    return committedIngestion(
      deps,
      caller,
      ingestionId,
      await askSource(deps, caller, ingestion.sourceId, command),
    );
  };

/** `part` distinguishes several commands of one request. @throws DomainError data_source_built_in */
const askSource = (
  { actors }: OperationsDeps,
  caller: Caller,
  sourceId: string,
  command: DataSourceCommand,
  part = '',
) => {
  const target = changeable(caller, sourceId);
  return actors.ask(dataSource, target, command, { commandId: `${commandIdOf(caller)}${part}` });
};

/** @throws DomainError data_source_built_in, data_source_not_found */
const details = async ({ actors }: OperationsDeps, caller: Caller, sourceId: string) => {
  const { answer } = await actors.query(dataSource, changeable(caller, sourceId), 'get');
  return answer;
};

const changeable = ({ businessId }: Caller, sourceId: string): Target => {
  if (sourceId === contactsSourceId(businessId)) throw new DomainError('data_source_built_in');
  return { business: businessId, id: sourceId };
};

/** A commit that the views must include. */
interface Commit {
  readonly shard: number;
  readonly seq: number;
}

const committedSource = async (
  { views }: OperationsDeps,
  caller: Caller,
  sourceId: string,
  { shard, seq }: Commit,
): Promise<Written<DataSourceResource>> => {
  await views.waitFor(shard, seq);
  const result = views.dataSource(caller.businessId, sourceId);
  if (result === null) throw new DomainError('data_source_not_found');
  return { result, shard, seq };
};

const committedIngestion = async (
  { views }: OperationsDeps,
  caller: Caller,
  ingestionId: string,
  { shard, seq }: Commit,
): Promise<Written<IngestionResource>> => {
  await views.waitFor(shard, seq);
  const result = views.ingestion(caller.businessId, ingestionId);
  if (result === null) throw new DomainError('ingestion_not_found');
  return { result, shard, seq };
};

/** Stores the file, then notifies the source. */
const receive = async (
  deps: OperationsDeps,
  caller: Caller,
  sourceId: string,
  fileName: string,
  content: Uint8Array,
) => {
  const versionId = deriveId(commandIdOf(caller), 'version');
  await deps.assets.keep(versionId, [content]);
  const command = {
    type: 'receive',
    versionId,
    fileName,
    assetId: versionId,
    bytes: content.length,
  } as const;
  const { shard, seq } = await askSource(deps, caller, sourceId, command, '-version');
  return { versionId, shard, seq };
};

const refresh = async (deps: OperationsDeps, caller: Caller, sourceId: string) => {
  const versionId = deriveId(commandIdOf(caller), 'version');
  const { shard, seq } = await askSource(deps, caller, sourceId, { type: 'refresh', versionId }, '-version');
  return { versionId, shard, seq };
};

/** Rows are for structured sources, text for the others. */
const contentProblems = (body: Omit<DataSourceCreate, 'rows'>, hasRows: boolean): readonly ErrorDetail[] => {
  const problems: ErrorDetail[] = [];
  const problem = (path: string, message: string): void => void problems.push({ path, message });
  if (body.class === 'structured' && body.text !== undefined)
    problem('/text', 'a structured source has rows; upload them or set rows');
  if (body.class === 'unstructured' && body.database !== undefined)
    problem('/database', 'an unstructured source has text; set text or upload a document');
  if (hasRows && body.database !== undefined)
    problem('/rows', 'the rows are read from the database; leave out rows or database');
  if (body.class === 'unstructured' && hasRows)
    problem('/rows', 'an unstructured source has text; set text or upload a document');
  return problems;
};

/** @throws DomainError database_not_allowed */
const requireAllowed = (databases: AllowedDatabases, businessId: string, database: SourceDatabase): void => {
  if (allowedConnection(databases, businessId, database) !== null) return;
  const message = choicesOf(databases, businessId);
  throw new DomainError('database_not_allowed', undefined, [{ path: '/database', message }]);
};
