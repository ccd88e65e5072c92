/** Files that become versions of a Data Source. */
import type { DataSourceResource, IngestionResource } from '../../../schemas/contacts/data-source.js';
import type { PublishedAnswer } from '../../../testkit/api/published-client.js';
import { until } from '../../../testkit/until.js';
import type { Desk } from './desk.js';

/** A new source; what it was created with is its first version. */
export interface CreatedSource {
  readonly dataSource: DataSourceResource;
  /** Null if it was created with nothing to read. */
  readonly ingestion: IngestionResource | null;
}

/** Operations on versions. */
export interface Ingestions {
  create(body: object): Promise<PublishedAnswer<CreatedSource>>;
  /** Resolves with the id of the ingestion. @throws Error if the file is refused */
  upload(sourceId: string, fileName: string, content: string | Uint8Array): Promise<string>;
  now(ingestionId: string): Promise<IngestionResource>;
  /** Waits until the file was read, successfully or not. */
  read(ingestionId: string): Promise<IngestionResource>;
  /** Activates the version, unless the body says otherwise. */
  review(
    ingestionId: string,
    body?: object,
  ): Promise<PublishedAnswer<{ readonly ingestion: IngestionResource }>>;
}

const ENDED = ['validated', 'needs_review', 'active', 'failed'];
const READ_MS = 60_000;

export const ingestionsOf = ({ api, businessId, q }: Desk): Ingestions => {
  const now: Ingestions['now'] = async (ingestionId) => {
    const path = `/api/v1/data-sources/ingestions?${q}&ingestionId=${ingestionId}`;
    const { data } = await api.ask<{ ingestions: readonly [IngestionResource] }>('GET', path);
    return data.ingestions[0];
  };
  return {
    create: (body) => api.ask('POST', '/api/v1/data-sources', { businessId, ...body }),
    upload: async (sourceId, fileName, content) => {
      const form = new FormData();
      form.set('businessId', businessId);
      form.set('sourceId', sourceId);
      form.set('file', new Blob([content]), fileName);
      const { status, data, text } = await api.ask<{ ingestion: IngestionResource }>(
        'POST',
        '/api/v1/data-sources/upload',
        form,
      );
      if (status !== 202) throw new Error(`${fileName} was refused: ${text}`);
      return data.ingestion.ingestionId;
    },
    now,
    read: (ingestionId) =>
      until(
        'the file was read',
        async () => {
          const ingestion = await now(ingestionId);
          return ENDED.includes(ingestion.stage) ? ingestion : null;
        },
        READ_MS,
      ),
    review: (ingestionId, body = {}) =>
      api.ask('PATCH', '/api/v1/data-sources/ingestions', { businessId, ingestionId, ...body }),
  };
};
