/** The API documents of a service: that of the API, and the console's own. */
import { isRecord } from '../../schemas/json.js';

/** An operation, as far as every reader needs it. */
interface DocumentOperation {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, unknown>>;
  /** Codes of errors beyond those that operations of its kind share. */
  readonly 'x-error-codes'?: readonly string[];
}

/** An OpenAPI document. */
export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly 'x-common-error-codes': readonly { readonly codes: readonly string[] }[];
}

/** Fetches both documents. */
export const fetchDocuments = async (url: string): Promise<readonly ApiDocument[]> =>
  Promise.all(
    ['/api/v1/openapi.json', '/api/v1/console/openapi.json'].map(
      async (path): Promise<ApiDocument> => JSON.parse(await (await fetch(`${url}${path}`)).text()),
    ),
  );

/** What a pointer like `#/components/schemas/Call` refers to; undefined: nothing. */
export const targetOf = (document: unknown, pointer: string): unknown =>
  pointer
    .slice(2)
    .split('/')
    .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((found, name) => (isRecord(found) ? found[name] : undefined), document);

/**
 * The value, a part of the document, with what references refer to in their place. What is next to a reference overrides it.
 * Equal references become the same object, so the result is not larger in memory. References are never circular.
 */
export const dereferenced = (document: object): ((value: unknown) => unknown) => {
  const known = new Map<string, unknown>();
  const resolve = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(resolve);
    if (!isRecord(value)) return value;
    const { $ref, ...rest } = value;
    const fields = Object.fromEntries(Object.entries(rest).map(([name, inner]) => [name, resolve(inner)]));
    if (typeof $ref !== 'string') return '$ref' in value ? { $ref: resolve($ref), ...fields } : fields;
    if (!known.has($ref)) known.set($ref, resolve(targetOf(document, $ref)));
    const target = known.get($ref);
    return Object.keys(fields).length === 0 || !isRecord(target) ? target : { ...target, ...fields };
  };
  return resolve;
};
