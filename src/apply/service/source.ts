/** The content of a Data Source: uploaded as a file, read by the service, reviewed and activated. */
import { setTimeout as delay } from 'node:timers/promises';
import { asJson, type Json, listOf } from '../json.js';
import type { Present, SourceFile, Wanted } from '../resource.js';
import { type Api, Refusal } from './api.js';
import { readIngestion } from './read.js';

const POLL_MS = 250;
/** For files of 45 MiB on a busy service. */
const READ_MS = 900_000;

/** Fills a new source. `ingestionId`: of its database; null: there is none. @throws Refusal */
export const createSource = async (
  api: Api,
  sourceId: string,
  { file, fields }: Wanted,
  ingestionId: string | null,
): Promise<void> => {
  const started = file === null ? ingestionId : await upload(api, sourceId, file);
  if (started !== null) await activate(api, started, fields);
};

/** @throws Refusal */
export const updateSource = async (
  api: Api,
  { key, fields, file }: Wanted,
  present: Present,
  changed: ReadonlySet<string>,
): Promise<void> => {
  const sourceId = present.id;
  if (changed.has('name') || changed.has('description'))
    await api.send('PATCH', '/api/v1/data-sources', {
      body: { sourceId, name: key, description: fields.description ?? '' },
    });
  if (!changed.has('content') && !changed.has('columns')) return;
  // The columns of an active version are settled: other ones need another version of the same content.
  const ingestionId =
    file !== null ? await upload(api, sourceId, file) : await refresh(api, sourceId, fields.database);
  await activate(api, ingestionId, fields);
};

const refresh = async (api: Api, sourceId: string, database: unknown): Promise<string> => {
  if (database === undefined)
    throw new Refusal('data_source_empty', 'has no file whose columns could be set; add it to the entry');
  const { data } = await api.send('POST', '/api/v1/data-sources/refresh', { body: { sourceId } });
  return String(asJson(data.ingestion).ingestionId);
};

const upload = async (api: Api, sourceId: string, { name, bytes }: SourceFile): Promise<string> => {
  const contentBase64 = Buffer.from(bytes).toString('base64');
  const { data } = await api.send('POST', '/api/v1/data-sources/upload', {
    body: { sourceId, fileName: name, contentBase64 },
  });
  return String(asJson(data.ingestion).ingestionId);
};

const activate = async (api: Api, ingestionId: string, { columns }: Json): Promise<void> => {
  await until(api, ingestionId, ['needs_review', 'validated', 'active']);
  const reviews = Object.entries(asJson(columns)).map(([column, said]) => ({ column, ...asJson(said) }));
  await api.send('PATCH', '/api/v1/data-sources/ingestions', {
    body: { ingestionId, activate: true, ...(reviews.length === 0 ? {} : { columns: reviews }) },
  });
  await until(api, ingestionId, ['active']);
};

/** @throws Refusal if the file cannot be read, or is not read in time */
const until = async (api: Api, ingestionId: string, stages: readonly string[]): Promise<void> => {
  const deadline = performance.now() + READ_MS;
  while (performance.now() < deadline) {
    const { stage, issues } = await readIngestion(api, ingestionId);
    if (stages.includes(String(stage))) return;
    if (stage === 'failed') {
      const [issue] = listOf(issues);
      throw new Refusal(
        String(issue?.code ?? 'ingestion_failed'),
        `its file was refused: ${String(issue?.message)}`,
      );
    }
    await delay(POLL_MS);
  }
  throw new Refusal('ingestion_late', 'its file was not read in time; run the command again');
};
