/** A client that checks every answer against the OpenAPI document of the service. */
import { randomUUID } from 'node:crypto';
import { createPublishedSchemas } from './published-schemas.js';

interface Operation {
  readonly operationId: string;
}

/** An answer that matches the document: a success or an error. */
export interface PublishedAnswer<T> {
  readonly status: number;
  readonly headers: Headers;
  readonly data: T;
  /** Empty on success. */
  readonly code: string;
  readonly details: readonly { readonly path: string; readonly message: string }[];
  readonly text: string;
}

/** Sends requests, and checks every answer against the document. */
export interface PublishedClient {
  /** `path`: as it is requested. A FormData is sent as it is. @throws Error if the answer does not match the document */
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
  const document: { readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> } =
    JSON.parse(await (await fetch(`${url()}/api/v1/openapi.json`)).text());
  const schemas = createPublishedSchemas(document);
  // If two paths match, the one with fewer parameters is meant.
  const paths = Object.keys(document.paths).sort((a, b) => a.split('{').length - b.split('{').length);
  const requested = new Set<string>();

  return {
    requested,
    operations: (method) =>
      Object.entries(document.paths).flatMap(([path, methods]) => {
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
      const operation = document.paths[template ?? '']?.[method.toLowerCase()];
      if (template === undefined || operation === undefined)
        throw new Error(`${method} ${path} is not in the document`);
      requested.add(operation.operationId);
      const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
      const parsed = isJson ? JSON.parse(text) : {};
      const problem = isJson ? schemas.problemOf(template, method, response.status, parsed) : null;
      if (problem !== null)
        throw new Error(`${method} ${template}: ${response.status} does not match the document: ${problem}`);
      const { data, error = { code: '', details: [] } } = parsed;
      const { code, details = [] } = error;
      return { status: response.status, headers: response.headers, data, code, details, text };
    },
  };
};
