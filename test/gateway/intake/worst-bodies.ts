/** The worst bodies for a route: at its size limit, in every shape that was once slow to process. */
import type { Route } from '../../../gateway/route.js';
import { bodyLimitOf } from '../../../gateway/route.js';
import { deriveId } from '../../../schemas/ids.js';
import { BUSINESS } from '../fakes/ids.js';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Placeholder for a value in JSON, replaced by text that never has to be built as a value. */
const HOLE = '"@hole@"';

/** The paths of lists and maps in bodies of a schema. */
const containersIn = (schema: unknown, path: readonly string[] = []): readonly (readonly string[])[] => {
  if (!isJson(schema)) return [];
  if (Array.isArray(schema.anyOf)) return schema.anyOf.flatMap((branch) => containersIn(branch, path));
  if (schema.type === 'array' || isJson(schema.patternProperties)) return [path];
  const properties = isJson(schema.properties) ? schema.properties : {};
  return Object.entries(properties).flatMap(([name, inner]) => containersIn(inner, [...path, name]));
};

const withHole = (whole: unknown, [name, ...rest]: readonly string[]): unknown =>
  name === undefined
    ? '@hole@'
    : { ...(isJson(whole) ? whole : {}), [name]: withHole(isJson(whole) ? whole[name] : {}, rest) };

const repeated = (piece: (index: number) => string, bytes: number): string => {
  const pieces: string[] = [];
  let length = 0;
  for (let index = 0; length < bytes; index += 1) {
    const next = piece(index);
    length += next.length + 1;
    if (length < bytes) pieces.push(next);
  }
  return pieces.join(',');
};

/** Texts that fill a hole, of the requested number of bytes. */
const FILLINGS: Readonly<Record<string, (bytes: number) => string>> = {
  'a list of lists': (bytes) => `[${repeated(() => '[]', bytes)}]`,
  'rows of rubbish': (bytes) => `[${repeated(() => '{"a":[],"b":{}}', bytes)}]`,
  'good rows': (bytes) => `[${repeated((index) => `{"a":${index},"b":"x","c":true,"d":null}`, bytes)}]`,
  'good rows and a bad one': (bytes) =>
    `[${repeated((index) => `{"a":${index},"b":"x","c":true,"d":null}`, bytes - 20)},{"a":[]}]`,
  'one word again and again': (bytes) => `[${repeated(() => '"voice:read"', bytes)}]`,
  ids: (bytes) => `[${repeated((index) => `"${deriveId(String(index))}"`, bytes)}]`,
  'many keys': (bytes) => `{${repeated((index) => `"k${index}":"v"`, bytes)}}`,
  'one key again and again': (bytes) => `{${repeated(() => '"k":"v"', bytes)}}`,
  'keys with a line break': (bytes) => `{${repeated((index) => `"k\\n${index}":{}`, bytes)}}`,
  'lists in lists': (bytes) => `${'['.repeat(bytes / 2)}${']'.repeat(bytes / 2)}`,
  'a long text': (bytes) => `"${'x'.repeat(bytes - 2)}"`,
  'a text of braces': (bytes) => `"{{${' '.repeat(bytes - 4)}"`,
  'escaped text': (bytes) => `"${'\\u00e9'.repeat((bytes - 2) / 6)}"`,
  'a long number': (bytes) => '9'.repeat(bytes),
  'large numbers': (bytes) => `[${repeated(() => '1.7976931348623157e308', bytes)}]`,
};

/** Cache of fillings: most bodies have the same limit. */
const filled = new Map<string, string>();
const STEP_BYTES = 4_096;

/** A filling of `bytes` bytes; it ends in blanks, so that only few lengths are generated. */
const fillingOf = (name: string, bytes: number): string => {
  const generated = bytes - (bytes % STEP_BYTES);
  const key = `${name} ${generated}`;
  const filling = filled.get(key) ?? FILLINGS[name]?.(generated) ?? '';
  filled.set(key, filling);
  return filling.padEnd(bytes);
};

export interface WorstBody {
  readonly what: string;
  readonly text: string;
}

const WHOLE = ['many keys', 'one key again and again', 'a list of lists', 'lists in lists'];
const UNKNOWN = ['many keys', 'lists in lists'];
const TEXT = ['a long text', 'a text of braces', 'escaped text', 'a long number'];
const CONTAINER = [
  ...['rows of rubbish', 'good rows', 'good rows and a bad one', 'one word again and again', 'ids'],
  ...['many keys', 'keys with a line break', 'large numbers'],
];

/** Each body is as large as the route allows. `good`: a body that it accepts. */
export const worstBodiesOf = function* (route: Route, good: Json): Generator<WorstBody> {
  const text = ['instructions', 'text', 'startAt', 'callbackUrl', 'businessId'].find((name) => name in good);
  const places: readonly (readonly [readonly string[], readonly string[]])[] = [
    [[], WHOLE],
    [['colour'], UNKNOWN],
    ...(text === undefined ? [] : [[[text], TEXT] as const]),
    ...containersIn(route.body).map((place) => [place, CONTAINER] as const),
  ];
  for (const [place, fillings] of places) {
    const around = JSON.stringify(withHole({ ...good, businessId: BUSINESS }, place));
    for (const name of fillings) {
      const filling = fillingOf(name, bodyLimitOf(route) - around.length);
      yield {
        what: `${route.operationId} /${place.join('/')}: ${name}`,
        text: around.replace(HOLE, () => filling),
      };
    }
  }
};
