/** The request of an operation with the TypeScript client. Pure. */
import {
  CLIENT_FUNCTIONS,
  type ClientFunction,
  type Returns,
} from '../../../packages/client/src/resources/functions.js';
import type { ExampleRequest, Named } from './request.js';

const IDENTIFIER = /^[A-Za-z_$][\w$]*$/;

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

/** A value as a literal of TypeScript, indented by `depth` levels of two spaces. */
const literal = (value: unknown, depth: number): string => {
  if (typeof value === 'string')
    return `'${JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
  if (typeof value !== 'object' || value === null) return String(value);
  const indent = '  '.repeat(depth + 1);
  const close = `\n${'  '.repeat(depth)}`;
  if (isList(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((item) => `${indent}${literal(item, depth + 1)},`).join('\n')}${close}]`;
  }
  const fields = Object.entries(value);
  if (fields.length === 0) return '{}';
  const lines = fields.map(
    ([name, field]) =>
      `${indent}${IDENTIFIER.test(name) ? name : literal(name, 0)}: ${literal(field, depth + 1)},`,
  );
  return `{\n${lines.join('\n')}${close}}`;
};

/** The client fills in the business of its key. */
const isGiven = ({ name }: Named): boolean => name !== 'businessId';

const argumentsOf = ({ pathParameters, query, body }: ExampleRequest): string => {
  const fields = typeof body === 'object' && body !== null ? Object.entries(body) : [];
  const given = [...pathParameters, ...query, ...fields.map(([name, value]) => ({ name, value }))].filter(
    isGiven,
  );
  return given.length === 0
    ? ''
    : literal(Object.fromEntries(given.map(({ name, value }) => [name, value])), 0);
};

/** Null where the client has no function for the operation. */
export const clientFunctionOf = (operationId: string): ClientFunction | null =>
  CLIENT_FUNCTIONS.find((sender) => sender.operationId === operationId) ?? null;

const USES: Readonly<Record<Returns['kind'], (expression: string) => string>> = {
  answer: (expression) => `console.log(await ${expression});`,
  list: (expression) => `for await (const item of ${expression}) console.log(item);`,
  events: (expression) => `for await (const event of ${expression}) console.log(event);`,
};

/** A program that sends the request with this function. */
export const typescriptOf = (
  request: ExampleRequest,
  { name, returns }: Pick<ClientFunction, 'name' | 'returns'>,
): string =>
  [
    `import { Parley } from 'parley-voice-client';`,
    '',
    `const parley = new Parley({ apiKey: process.env.PARLEY_API_KEY ?? '' });`,
    USES[returns.kind](`parley.${name}(${argumentsOf(request)})`),
  ].join('\n');
