/**
 * The loggable form of an external error: from a provider, or from a library that reads an uploaded file. The error itself is
 * never logged: it may contain the request with its headers, and its message may contain a URL with a key.
 */

/** A short description of the error without any of our secrets. */
export interface ProviderFailure {
  /** The error class. */
  readonly name: string;
  /** The error's own code, or the code of its cause; null if neither has one. */
  readonly code: string | null;
  /** HTTP status of the response; null without one. */
  readonly status: number | null;
  /** At most {@link MAX_CHARACTERS} characters. */
  readonly message: string;
}

const MAX_CHARACTERS = 500;
/** Bounds the cause chain, which may be circular. */
const MAX_CAUSES = 5;

const ADDRESS = /\b[a-z][a-z0-9+.-]*:\/\/[^\s"'<>`)\]}]+/gi;
/** A URL without its host, as Node writes it: a path followed by a query. */
const PATH_WITH_QUERY = /(\/[^\s"'<>?]*)\?[^\s"'<>`)\]}]*/g;
const CREDENTIALS = /\b(Bearer|Basic|Digest|Token)\s+[A-Za-z0-9+/=._~-]{6,}/gi;
const NAMED_SECRET =
  /\b((?:[a-z]+[_-])*(?:key|token|secret|password|passwd|authorization|signature)["']?\s*[:=]\s*)["']?[^\s"',;&)}]+/gi;

/** `error`: any thrown value. */
export const providerFailure = (error: unknown): ProviderFailure => {
  const chain = causesOf(error);
  return {
    name: error instanceof Error ? error.name : typeof error,
    code: firstOf(chain, 'code', (value) => (typeof value === 'string' ? value : null)),
    status:
      firstOf(chain, 'status', statusOf) ??
      firstOf(chain, 'statusCode', statusOf) ??
      firstOf(chain, '$metadata', (value) => (isObject(value) ? statusOf(value.httpStatusCode) : null)),
    message: withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, MAX_CHARACTERS),
  };
};

/** {@link providerFailure} as one line. */
export const describeFailure = (error: unknown): string => {
  const { name, code, message } = providerFailure(error);
  return code === null || code === name ? `${name}: ${message}` : `${name} ${code}: ${message}`;
};

/** The cause of a refusal as `detail` for a log; empty if it has no cause. */
export const describeCause = ({ cause }: Error): { readonly detail?: string } =>
  cause === undefined ? {} : { detail: describeFailure(cause) };

/** The text without the query and user info of URLs, and without values labelled as a key, a token or the like. */
const withoutSecrets = (text: string): string =>
  text
    .slice(0, MAX_CHARACTERS * 10)
    .replace(ADDRESS, withoutQuery)
    .replace(PATH_WITH_QUERY, '$1')
    .replace(CREDENTIALS, '$1 [removed]')
    .replace(NAMED_SECRET, '$1[removed]');

const withoutQuery = (address: string): string => {
  const url = URL.canParse(address) ? new URL(address) : null;
  return url === null || url.host === '' ? '[address]' : `${url.protocol}//${url.host}${url.pathname}`;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const causesOf = (error: unknown): readonly Readonly<Record<string, unknown>>[] => {
  const chain: Readonly<Record<string, unknown>>[] = [];
  for (let cause = error; isObject(cause) && chain.length < MAX_CAUSES; cause = cause.cause)
    chain.push(cause);
  return chain;
};

const firstOf = <Value>(
  chain: readonly Readonly<Record<string, unknown>>[],
  name: string,
  read: (value: unknown) => Value | null,
): Value | null => {
  for (const link of chain) {
    const value = read(link[name]);
    if (value !== null) return value;
  }
  return null;
};

const statusOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
