/** The operations of the API as its own documents describe them: allowed requests and allowed answers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { dereferenced } from '../../testkit/api/documents.js';

/** A JSON Schema, interpreted by the generator and the validator. */
export type Schema = Readonly<Record<string, unknown>>;

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: Schema;
}

export interface Operation {
  readonly id: string;
  /** In upper case. */
  readonly method: string;
  /** With `{name}` for parameters. */
  readonly path: string;
  readonly parameters: readonly Parameter[];
  readonly body: Schema | null;
  readonly isValidBody: (body: unknown) => boolean;
  /** Requires a key or a session. */
  readonly needsCredentials: boolean;
  /** Requires a session; a key is not enough. */
  readonly sessionOnly: boolean;
  /** What is wrong with an answer; null if the document allows it. `body` is null if it is not JSON. */
  readonly objection: (status: number, contentType: string, body: unknown) => string | null;
}

interface MediaTypes {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface FullOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: MediaTypes;
  readonly responses: Readonly<Record<string, MediaTypes>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

interface FullDocument {
  readonly security: NonNullable<FullOperation['security']>;
  readonly paths: Readonly<Record<string, Readonly<Record<string, FullOperation>>>>;
}

const JSON_TYPE = 'application/json';

/** @param text JSON of a document */
export const operationsOf = (text: string): readonly Operation[] => {
  const published: object = JSON.parse(text);
  const document: FullDocument = JSON.parse(JSON.stringify(dereferenced(published)(published)));
  const { paths, security: defaultSecurity } = document;
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  const compile = (schema: Schema): ValidateFunction => ajv.compile(schema);
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const { security = defaultSecurity } = operation;
      const body = operation.requestBody?.content?.[JSON_TYPE]?.schema ?? null;
      const answers = new Map(
        Object.entries(operation.responses).map(([status, { content = {} }]) => [
          status,
          new Map(Object.entries(content).map(([type, { schema }]) => [type, compile(schema)])),
        ]),
      );
      const validBody = body === null ? null : compile(body);
      return {
        id: operation.operationId,
        method: method.toUpperCase(),
        path,
        parameters: operation.parameters ?? [],
        body,
        isValidBody: (value) => validBody === null || validBody(value),
        needsCredentials: security.length > 0,
        sessionOnly:
          security.length === 1 && security.every((requirement) => Object.hasOwn(requirement, 'session')),
        objection: (status, contentType, value) => {
          const types = answers.get(String(status)) ?? answers.get(`${Math.floor(status / 100)}XX`);
          if (types === undefined) return `status ${status} is not documented`;
          const type = contentType.split(';')[0] ?? '';
          const validate = types.get(type);
          if (validate === undefined) return `${status} as ${contentType || 'nothing'} is not documented`;
          if (type !== JSON_TYPE || validate(value)) return null;
          const { instancePath = '', message = '' } = validate.errors?.[0] ?? {};
          return `${status} does not match its schema: ${instancePath} ${message}`;
        },
      };
    }),
  );
};
