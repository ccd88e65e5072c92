/** Serves the API documents. A thread makes each when it is first requested: the languages of the service are part of it. */

import { startThread } from '../../providers/scheduling/yield-to-calls.js';
import { API_VERSION } from '../api-routes.js';
import { validatorOf } from '../http/conditional.js';
import { CODINGS } from '../http/content-coding.js';
import { JSON_TYPE } from '../http/envelope.js';
import { type StoredBody, storedReply } from '../http/stored-body.js';
import type { Route, RouteData } from '../route.js';
import type { Served } from '../served.js';
import type { DocumentForms, DocumentRequest } from './document-thread.js';
import type { Audience } from './openapi.js';

const PATHS = [
  { audience: 'api', path: '/api/v1/openapi.json', operation: 'readOpenApi' },
  { audience: 'console', path: '/api/v1/console/openapi.json', operation: 'readConsoleOpenApi' },
] as const satisfies readonly {
  readonly audience: Audience;
  readonly path: string;
  readonly operation: string;
}[];

/** Some twenty times what it takes on a machine without other work. */
const DEADLINE_MS = 60_000;
const HEAP_MIB = 256;

/** What a thread can be given of a route. */
const dataOf = ({ handler: _handler, scopesIf, ...facts }: Route): RouteData => ({
  ...facts,
  ...(scopesIf === undefined ? {} : { scopesIf: scopesIf.map(({ when, scopes }) => ({ when, scopes })) }),
});

const made = (request: DocumentRequest): Promise<DocumentForms> =>
  new Promise((resolve, reject) => {
    const thread = startThread(new URL('./document-thread.js', import.meta.url), {
      workerData: request,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MIB },
    });
    const timer = setTimeout(() => {
      reject(new Error('The API document took too long.'));
      void thread.terminate();
    }, DEADLINE_MS).unref();
    thread.unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', () => {
      clearTimeout(timer);
      reject(new Error('The thread of the API document has ended.'));
    });
  });

const storedDocument = async (routes: readonly Route[], audience: Audience): Promise<StoredBody> => {
  const { plain, br, gzip } = await made({ routes: routes.map(dataOf), version: API_VERSION, audience });
  return {
    contentType: JSON_TYPE,
    etag: validatorOf(plain),
    codings: CODINGS,
    form: async (coding) => (coding === null ? plain : { br, gzip }[coding]),
  };
};

/** `GET` and `HEAD` of the document of the API, and of the console's. The next request tries again after a failure. */
export const openApiEntries = (routes: readonly Route[]): readonly Served[] =>
  PATHS.flatMap(({ audience, path, operation }) => {
    let stored: Promise<StoredBody> | null = null;
    const document = (): Promise<StoredBody> => {
      stored ??= storedDocument(routes, audience).catch((error: unknown) => {
        stored = null;
        throw error;
      });
      return stored;
    };
    return ['GET', 'HEAD'].map((method) => ({
      method,
      path,
      operation,
      limited: true,
      serve: async ({ head }) => storedReply(await document(), head, { 'Cache-Control': 'no-cache' }),
    }));
  });
