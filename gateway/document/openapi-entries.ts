/** `GET` and `HEAD /api/v1/openapi.json`: the API document, compressed once, when it is first requested. */
import { API_VERSION } from '../api-routes.js';
import { validatorOf } from '../http/conditional.js';
import { compressed } from '../http/content-coding.js';
import { JSON_TYPE } from '../http/envelope.js';
import { type StoredBody, storedReply } from '../http/stored-body.js';
import type { Route } from '../route.js';
import type { Served } from '../served.js';
import { openApiDocument } from './openapi.js';

export const openApiEntries = (routes: readonly Route[]): readonly Served[] => {
  const plain = Buffer.from(JSON.stringify(openApiDocument(routes, API_VERSION)));
  const etag = validatorOf(plain);
  let stored: Promise<StoredBody> | null = null;
  const document = (): Promise<StoredBody> => {
    stored ??= compressed(plain).then((coded) => ({ contentType: JSON_TYPE, plain, coded, etag }));
    return stored;
  };
  return ['GET', 'HEAD'].map((method) => ({
    method,
    path: '/api/v1/openapi.json',
    operation: 'readOpenApi',
    limited: true,
    serve: async ({ head }) => storedReply(await document(), head, { 'Cache-Control': 'no-cache' }),
  }));
};
