/** The schemas of answers in the API documents, each compiled once. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { isRecord } from '../../schemas/json.js';
import type { ApiDocument } from './documents.js';

/** What the documents say about answers. */
export interface PublishedSchemas {
  /** The problem of a body; null if it matches the schema of that answer. @throws Error if there is no such answer */
  problemOf(path: string, method: string, status: number, body: unknown): string | null;
}

/** From OpenAPI 3.1 documents. Fields that they do not have are a problem: clients must ignore them, we send none by mistake. */
export const createPublishedSchemas = (documents: readonly ApiDocument[]): PublishedSchemas => {
  // Hundreds of answers refer to the same schemas, which would be compiled into each. Most are used a few times.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  for (const [index, document] of documents.entries()) ajv.addSchema(closed(document), `openapi${index}`);
  const compiled = new Map<string, ValidateFunction>();
  const validatorOf = (index: number, response: readonly string[]): ValidateFunction => {
    const pointer = [...response, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const name = `openapi${index}#/${pointer}`;
    const validate = compiled.get(name) ?? ajv.compile({ $ref: name });
    compiled.set(name, validate);
    return validate;
  };
  return {
    problemOf: (path, method, status, body) => {
      const index = documents.findIndex(({ paths }) => paths[path]?.[method.toLowerCase()] !== undefined);
      const document = documents[index];
      const operation = document?.paths[path]?.[method.toLowerCase()];
      if (document === undefined || operation === undefined) throw new Error(`${method} ${path} is unknown`);
      const key = String(status) in operation.responses ? String(status) : `${Math.floor(status / 100)}XX`;
      const response = operation.responses[key];
      const check = validatorOf(
        index,
        isRecord(response) && typeof response.$ref === 'string'
          ? response.$ref.slice(2).split('/')
          : ['paths', path, method.toLowerCase(), 'responses', key],
      );
      if (!check(body)) return ajv.errorsText(check.errors);
      const code = isRecord(body) && isRecord(body.error) ? body.error.code : undefined;
      if (code === undefined) return status < 400 ? null : 'it has no code';
      const common = document['x-common-error-codes'].flatMap(({ codes }) => codes);
      const codes: readonly unknown[] = [...(operation['x-error-codes'] ?? []), ...common];
      return codes.includes(code) ? null : `${String(code)} is not a code of the operation`;
    },
  };
};

const COMPONENT = '#/components/schemas/';

/** The names of schemas that are parts of others: only the whole can be closed. */
const partsIn = (value: unknown, isPart: boolean): readonly string[] => {
  if (Array.isArray(value)) return value.flatMap((item) => partsIn(item, isPart));
  if (!isRecord(value)) return [];
  const own = isPart && typeof value.$ref === 'string' ? [value.$ref.replace(COMPONENT, '')] : [];
  return [...own, ...Object.entries(value).flatMap(([key, inner]) => partsIn(inner, key === 'allOf'))];
};

/** A document whose objects have no further fields. */
const closed = (document: ApiDocument): object => {
  const parts = new Set(partsIn(document, false));
  const close = (value: unknown, isPart: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => close(item, isPart));
    if (!isRecord(value)) return value;
    const inner = Object.fromEntries(
      Object.entries(value).map(([key, part]) => [
        key,
        key === 'schemas' && isRecord(part)
          ? Object.fromEntries(
              Object.entries(part).map(([name, schema]) => [name, close(schema, parts.has(name))]),
            )
          : key === 'examples' || key === 'example' || key === 'const' || key === 'default'
            ? part
            : close(part, key === 'allOf' || key === 'oneOf'),
      ]),
    );
    if (isPart) return inner;
    if (Array.isArray(inner.allOf)) return { ...inner, unevaluatedProperties: false };
    return inner.type === 'object' && isRecord(inner.properties) && !('additionalProperties' in inner)
      ? { ...inner, additionalProperties: false }
      : inner;
  };
  return Object(close(document, false));
};
