/** A client that checks every answer against the API documents of the service. */
import { randomUUID } from 'node:crypto';
import { fetchDocuments } from './documents.js';
import { createPublishedSchemas } from './published-schemas.js';

/** An answer that matches its document: a success or an error. */
export interface PublishedAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
  /** Empty on success. */
  readonly code: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
  readonly text: string;
}

/** Sends requests, and checks every answer against the documents. */
export interface PublishedClient {
  /** `path`: as it is requested. A FormData is sent as it is. @throws Error if the answer does not match */
  ask<T = unknown>(
    method: string,
    path: string,
    body?: object,
    headers?: Readonly<Record<string, string>>,
  ): Promise<PublishedAnswer<T>>;
  /** Paths and names of every operation of the method. */
  operations(method: string): readonly { readonly path: string; readonly operationId: string }[];
  /** Names of the operations that were requested. */
  readonly requested: ReadonlySet<string>;
}

const patternOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`);

/** `headers` are sent with every request. */
export const createPublishedClient = async (
  url: () => string,
  headers: Readonly<Record<string, string>>,
): Promise<PublishedClient> => {
  const documents = await fetchDocuments(url());
  const schemas = createPublishedSchemas(documents);
  const methodsByPath = new Map(documents.flatMap((document) => Object.entries(document.paths)));
  // If two paths match, the one with fewer parameters is meant.
  const paths = [...methodsByPath.keys()].sort((a, b) => a.split('{').length - b.split('{').length);
  const requested = new Set<string>();

  return {
    requested,
    operations: (method) =>
      [...methodsByPath].flatMap(([path, methods]) => {
        const operation = methods[method.toLowerCase()];
        return operation === undefined ? [] : [{ path, operationId: operation.operationId }];
      }),
    ask: async (method, path, body, extraHeaders = {}) => {
      const isForm = body instanceof FormData;
      const response = await fetch(`${url()}${path}`, {
        method,
        headers: {
          ...(method === 'GET' ? {} : { 'idempotency-key': randomUUID() }),
          ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
          ...headers,
          ...extraHeaders,
        },
        body: body === undefined ? null : isForm ? body : JSON.stringify(body),
      });
      const text = await response.text();
      const template = paths.find((candidate) => patternOf(candidate).test(path.split('?')[0] ?? ''));
      const operation = methodsByPath.get(template ?? '')?.[method.toLowerCase()];
      if (template === undefined || operation === undefined)
        throw new Error(`${method} ${path} is in no document`);
      requested.add(operation.operationId);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      const parsed = isJson ? JSON.parse(text) : {};
      const problem = isJson ? schemas.problemOf(template, method, response.status, parsed) : null;
      if (problem !== null)
        throw new Error(`${method} ${template}: ${response.status} does not match its document: ${problem}`);
      const { data, error = { code: '', details: [] } } = parsed;
      const { code, details = [] } = error;
      return { status: response.status, headers: response.headers, data, code, details, text };
    },
  };
};
