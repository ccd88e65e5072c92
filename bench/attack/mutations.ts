/** Changes to a request before it is sent: none, or one of the mistakes that clients and attackers make. */
import type { Credentials, Draft } from './valid-requests.js';

/** A request as it is sent. */
export interface PreparedRequest {
  readonly operationId: string;
  readonly mutation: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

type Random = () => number;
type Change = (draft: Draft, random: Random) => Draft | PreparedRequest;

const DEEP = 5_000;
const LONG = 20_000;

/** Values that are easy to overlook. */
const ODD_VALUES: readonly unknown[] = [
  ...[
    null,
    true,
    0,
    -1,
    1.5,
    1e308,
    -1e308,
    9_007_199_254_740_991,
    '',
    ' ',
    '\u0000',
    '\ud800',
    '\u202e',
    '𝕏',
  ],
  ...['NaN', '-0', '1e999', '__proto__', 'constructor', '../../etc/passwd', '%00', "' OR 1=1 --", '{{x}}'],
  ...['2026-02-30T25:61:61Z', '9999-12-31T23:59:59.999Z', '+', '+0', 'x'.repeat(LONG), '\n'.repeat(LONG)],
  ...[[], {}, [[]], [null], { length: 1e9 }, Array.from({ length: 2_000 }, () => ({})), { toJSON: 1 }],
];

const pick = <T>(values: readonly T[], random: Random): T | undefined =>
  values[Math.floor(random() * values.length)];

/** Paths of all values in a tree; the root's path is empty. */
const placesIn = (value: unknown, at: readonly string[] = []): readonly (readonly string[])[] =>
  typeof value === 'object' && value !== null
    ? [at, ...Object.entries(value).flatMap(([key, part]) => placesIn(part, [...at, key]))]
    : [at];

/** The tree with one place changed; undefined removes it. */
const replaceAt = (value: unknown, at: readonly string[], to: unknown): unknown => {
  const [key, ...rest] = at;
  if (key === undefined) return to;
  if (Array.isArray(value))
    return value.map((item, index) => (String(index) === key ? replaceAt(item, rest, to) : item));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, name === key ? replaceAt(part, rest, to) : part]),
  );
};

const withBody =
  (change: (body: unknown, random: Random) => unknown): Change =>
  (draft, random) => ({ ...draft, body: change(draft.body, random) });

const withText =
  (text: (body: string, random: Random) => string): Change =>
  (draft, random) => {
    const plain = toRequest(draft, '');
    return plain.body === null ? plain : { ...plain, body: text(plain.body, random) };
  };

const withHeaders =
  (headers: Readonly<Record<string, string>>): Change =>
  (draft) => ({ ...draft, headers: { ...draft.headers, ...headers } });

const withOddEntry = (
  entries: Readonly<Record<string, string>>,
  random: Random,
  value: string,
): Record<string, string> => {
  const name = pick(Object.keys(entries), random);
  return name === undefined ? { ...entries, unknown: value } : { ...entries, [name]: value };
};

const oddText = (random: Random): string => {
  const value = pick(ODD_VALUES, random);
  return typeof value === 'string' ? value.slice(0, 2_000) : JSON.stringify(value).slice(0, 2_000);
};

const nested = (open: string, inside: string, close: string): string =>
  open.repeat(DEEP) + inside + close.repeat(DEEP);

const CHANGES: Readonly<Record<string, Change>> = {
  'odd value': withBody((body, random) =>
    replaceAt(body, pick(placesIn(body), random) ?? [], pick(ODD_VALUES, random)),
  ),
  'missing value': withBody((body, random) => replaceAt(body, pick(placesIn(body), random) ?? [], undefined)),
  'unknown property': withBody((body) =>
    typeof body === 'object' && body !== null ? { ...body, unknown: { deep: [1, 2, 3] } } : body,
  ),
  'many unknown properties': withBody((body) => ({
    ...Object(body),
    ...Object.fromEntries(Array.from({ length: 3_000 }, (_, index) => [`unknown${index}`, index])),
  })),
  'rows of rubbish': withBody((body, random) =>
    replaceAt(
      body,
      pick(placesIn(body), random) ?? [],
      Array.from({ length: 5_000 }, () => ({ rubbish: 1 })),
    ),
  ),
  'no body': (draft) => ({ ...toRequest(draft, ''), body: null }),
  'cut body': withText((text, random) => text.slice(0, Math.floor(random() * text.length))),
  'no JSON': withText(() => '{"a":01,}'),
  'deep arrays': withText(() => nested('[', '1', ']')),
  'deep objects': withText(() => nested('{"a":', '1', '}')),
  'the same key again and again': withText(() => `{${'"a":1,'.repeat(10_000)}"a":1}`),
  'invalid UTF-16': withText((text) => text.replace(/"/, '"\\ud800')),
  'another content type': withHeaders({ 'content-type': 'text/xml' }),
  'another charset': withHeaders({ 'content-type': 'application/json; charset=utf-16' }),
  'no multipart': withHeaders({ 'content-type': 'multipart/form-data' }),
  'broken multipart': (draft) => ({
    ...toRequest(draft, ''),
    headers: { ...draft.headers, 'content-type': 'multipart/form-data; boundary=b' },
    ...(draft.operation.body === null
      ? {}
      : { body: '--b\r\nContent-Disposition: form-data; name="file"\r\n' }),
  }),
  'odd path parameter': (draft, random) =>
    Object.keys(draft.params).length === 0
      ? draft
      : { ...draft, params: withOddEntry(draft.params, random, oddText(random)) },
  'odd query': (draft, random) => ({ ...draft, query: withOddEntry(draft.query, random, oddText(random)) }),
  'a query twice': (draft) => {
    const plain = toRequest(draft, '');
    return {
      ...plain,
      path: `${plain.path}${plain.path.includes('?') ? '&' : '?'}businessId=1&businessId=2`,
    };
  },
  'broken percent': (draft) => {
    const plain = toRequest(draft, '');
    return {
      ...plain,
      path: `${plain.path}${plain.path.includes('?') ? '&' : '?'}limit=%zz&cursor=%ff%fe%00`,
    };
  },
  'no credentials': (draft) => {
    const { authorization: _key, cookie: _cookie, ...headers } = draft.headers;
    return { ...draft, headers };
  },
  'wrong key': withHeaders({ authorization: 'Bearer pk_unknown_000000000000000000000000000000' }),
  'malformed key': withHeaders({ authorization: `Basic ${'x'.repeat(4_000)}` }),
  'odd cookie': withHeaders({ cookie: `parley_session=${'%'.repeat(2_000)}; =; ;;` }),
  'no idempotency key': (draft) => {
    const { 'idempotency-key': _key, ...headers } = draft.headers;
    return { ...draft, headers };
  },
  'long idempotency key': withHeaders({ 'idempotency-key': 'k'.repeat(600) }),
  'the same idempotency key': withHeaders({ 'idempotency-key': 'one-for-all' }),
};

/** Share of requests that are left unchanged. */
const UNCHANGED_SHARE = 0.35;
/** Share of the changed requests that name another tenant's business. */
const STRANGER_SHARE = 0.05;
const VALID = 'unchanged';

export const mutate = (draft: Draft, stranger: Credentials, random: Random): PreparedRequest => {
  if (random() < UNCHANGED_SHARE) return toRequest(draft, VALID);
  if (random() < STRANGER_SHARE) {
    const hasBusinessInBody = JSON.stringify(draft.body)?.includes('businessId') === true;
    const theirs = hasBusinessInBody
      ? { ...draft, body: { ...Object(draft.body), businessId: stranger.businessId } }
      : { ...draft, query: { ...draft.query, businessId: stranger.businessId } };
    return toRequest(theirs, 'business of another tenant');
  }
  const name = pick(Object.keys(CHANGES), random) ?? '';
  const after = CHANGES[name]?.(draft, random) ?? draft;
  return 'operation' in after ? toRequest(after, name) : { ...after, mutation: name };
};

const toRequest = ({ operation, params, query, headers, body }: Draft, mutation: string): PreparedRequest => {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(params[name] ?? ''));
  const search = new URLSearchParams(query).toString();
  return {
    operationId: operation.id,
    mutation,
    method: operation.method,
    path: search === '' ? path : `${path}?${search}`,
    headers,
    body: body === undefined ? null : JSON.stringify(body),
  };
};

/** An empty path parameter, or one of dots only, would be a different path. */
const segment = (value: string): string => {
  const encoded = encodeURIComponent(Buffer.from(value).toString());
  return /^\.*$/.test(encoded) ? '-' : encoded;
};
