/** The operations of the API as its own document describes them: allowed requests and allowed answers. */
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

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

interface DocumentOperation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: MediaTypes;
  readonly responses: Readonly<Record<string, MediaTypes>>;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, DocumentOperation>>>>;
  readonly components: Schema;
}

const JSON_TYPE = 'application/json';

export const operationsOf = ({ paths, components }: ApiDocument): readonly Operation[] => {
  const ajv = new Ajv2020({ strict: false, allErrors: false });
  addFormats.default(ajv);
  const compile = (schema: Schema): ValidateFunction => ajv.compile({ ...schema, components });
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const body = operation.requestBody?.content?.[JSON_TYPE]?.schema ?? null;
      const answers = new Map(
        Object.entries(operation.responses).map(([status, { content = {} }]) => [
          Number(status),
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
        needsCredentials: operation.security?.length !== 0,
        sessionOnly:
          operation.security?.length === 1 &&
          operation.security.every((requirement) => Object.hasOwn(requirement, 'session')),
        objection: (status, contentType, value) => {
          const types = answers.get(status);
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
