/** The schemas of answers in an OpenAPI document, each compiled once. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

/** What a document says about answers. */
export interface PublishedSchemas {
  /** The problem of a body; null if it matches the schema of that answer. @throws Error if there is no such answer */
  problemOf(path: string, method: string, status: number, body: unknown): string | null;
}

/** From an OpenAPI 3.1 document. */
export const createPublishedSchemas = (document: object): PublishedSchemas => {
  // Hundreds of answers refer to the same schemas, which would be compiled into each. Most are used a few times.
  const ajv = new Ajv2020({ strict: false, inlineRefs: false, code: { optimize: false } });
  addFormats.default(ajv);
  ajv.addSchema(document, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  const schemaOf = (path: string, method: string, status: number): ValidateFunction => {
    const at = ['paths', path, method.toLowerCase(), 'responses', String(status)];
    const pointer = [...at, 'content', 'application/json', 'schema']
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    const validate = compiled.get(pointer) ?? ajv.compile({ $ref: `openapi#/${pointer}` });
    compiled.set(pointer, validate);
    return validate;
  };
  return {
    problemOf: (path, method, status, body) => {
      const check = schemaOf(path, method, status);
      return check(body) ? null : ajv.errorsText(check.errors);
    },
  };
};
