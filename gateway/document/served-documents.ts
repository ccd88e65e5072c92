/** Serves the API documents: each is made when it is first requested, and compressed once. */
import { API_VERSION } from '../api-routes.js';
import { validatorOf } from '../http/conditional.js';
import { compressed, HIGH_BROTLI_QUALITY } from '../http/content-coding.js';
import { JSON_TYPE } from '../http/envelope.js';
import { type StoredBody, storedReply } from '../http/stored-body.js';
import type { Route } from '../route.js';
import type { Served } from '../served.js';
import { type Audience, openApiDocument } from './openapi.js';

const PATHS = [
  { audience: 'api', path: '/api/v1/openapi.json', operation: 'readOpenApi' },
  { audience: 'console', path: '/api/v1/console/openapi.json', operation: 'readConsoleOpenApi' },
] as const satisfies readonly {
  readonly audience: Audience;
  readonly path: string;
  readonly operation: string;
}[];

const storedDocument = async (routes: readonly Route[], audience: Audience): Promise<StoredBody> => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(routes, API_VERSION, audience)));
  return {
    contentType: JSON_TYPE,
    plain,
    coded: await compressed(plain, HIGH_BROTLI_QUALITY),
    etag: validatorOf(plain),
  };
};

/** `GET` and `HEAD` of the document of the API, and of the console's. */
export const openApiEntries = (routes: readonly Route[]): readonly Served[] =>
  PATHS.flatMap(({ audience, path, operation }) => {
    let stored: Promise<StoredBody> | null = null;
    const document = (): Promise<StoredBody> => {
      stored ??= storedDocument(routes, audience);
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
