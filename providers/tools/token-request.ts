/**
 * One request for an access token with OAuth 2.0 client credentials (RFC 6749, section 4.4), over the connections of tools and under
 * their guards (../egress/guarded-http.ts): only allowed addresses, no redirects, bounded answers.
 */
import {
  allowInsecureRequests,
  ClientSecretBasic,
  ClientSecretPost,
  clientCredentialsGrantRequest,
  customFetch,
  processClientCredentialsResponse,
  ResponseBodyError,
} from 'oauth4webapi';
import { request } from '../abortable-request.js';
import { type GuardedHttp, readBeginning } from '../egress/guarded-http.js';
import { type HttpProblem, problemOf } from '../egress/http-problem.js';

/** Size of an answer, bytes: tokens with many claims have some thousand. */
const MAX_ANSWER_BYTES = 64 * 1024;
/** Length of a token: servers refuse longer headers. */
const MAX_TOKEN_CHARACTERS = 16 * 1024;
/** What a header can hold without spaces; RFC 6750 (section 2.1) allows fewer characters, and servers use more. */
const TOKEN = /^[\x21-\x7e]+$/;

/** A client of an authorization server. */
export interface OAuthClient {
  /** The business whose connections are used. */
  readonly owner: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Where the server expects the secret: in the Authorization header, or in the body. */
  readonly authMethod: 'client_secret_basic' | 'client_secret_post';
  /** Separated by spaces; null: the server's default. */
  readonly scope: string | null;
  /** For servers that name the API by `audience`; null: it is not sent. */
  readonly audience: string | null;
  /** The API's URI (RFC 8707); null: it is not sent. */
  readonly resource: string | null;
}

/** The error codes of RFC 6749 (section 5.2) and RFC 8707. Others are reported as `token_refused`. */
const CODES = [
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
] as const;

/** Why there is no token. Stable names; nothing in them comes from the server. */
export type TokenProblem =
  | HttpProblem
  | (typeof CODES)[number]
  | 'token_refused'
  /** It is not the JSON of RFC 6749, has no bearer token, or is too long. */
  | 'invalid_token_response'
  | 'busy'
  | 'server_failed';

/** No token was obtained, so the tool's server has done nothing. */
export class TokenFailure extends Error {
  override readonly name = 'TokenFailure';
  readonly problem: TokenProblem;

  constructor(problem: TokenProblem, cause?: unknown) {
    super(`no access token: ${problem}`, { cause });
    this.problem = problem;
  }
}

export interface AccessToken {
  readonly value: string;
  /** Its life from the request on; null: the server did not say. */
  readonly expiresInS: number | null;
}

/** @throws TokenFailure */
export const requestToken = async (
  http: GuardedHttp,
  client: OAuthClient,
  signal: AbortSignal,
): Promise<AccessToken> => {
  const { tokenUrl, clientId: client_id, clientSecret } = client;
  if (http.refusalOf(tokenUrl) !== null) throw new TokenFailure('address_not_allowed');
  const server = { issuer: new URL(tokenUrl).origin, token_endpoint: tokenUrl };
  const authentication = client.authMethod === 'client_secret_post' ? ClientSecretPost : ClientSecretBasic;
  const response = await clientCredentialsGrantRequest(
    server,
    { client_id },
    authentication(clientSecret),
    parametersOf(client),
    // The guard above decides whether plain HTTP is allowed.
    { [allowInsecureRequests]: true, [customFetch]: guardedFetch(http, client.owner, signal) },
  );
  try {
    const token = await processClientCredentialsResponse(server, { client_id }, response);
    const { access_token: value, expires_in } = token;
    if (token.token_type !== 'bearer' || !TOKEN.test(value) || value.length > MAX_TOKEN_CHARACTERS)
      throw new TokenFailure('invalid_token_response');
    return { value, expiresInS: expires_in ?? null };
  } catch (error) {
    throw error instanceof TokenFailure ? error : new TokenFailure(refusalOf(response.status, error), error);
  }
};

const parametersOf = ({ scope, audience, resource }: OAuthClient): Record<string, string> => ({
  ...(scope === null ? {} : { scope }),
  ...(audience === null ? {} : { audience }),
  ...(resource === null ? {} : { resource }),
});

const refusalOf = (status: number, error: unknown): TokenProblem => {
  if (status === 200) return 'invalid_token_response';
  if (status === 429 || status === 503) return 'busy';
  if (status >= 500) return 'server_failed';
  const code = error instanceof ResponseBodyError ? CODES.find((known) => known === error.error) : undefined;
  return code ?? (status === 401 ? 'invalid_client' : 'token_refused');
};

interface TokenRequest {
  readonly method: 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: URLSearchParams;
}

/** The library's requests over guarded connections. */
const guardedFetch =
  (http: GuardedHttp, owner: string, signal: AbortSignal) =>
  async (url: string, { method, headers, body }: TokenRequest): Promise<Response> => {
    try {
      const answer = await request(url, {
        dispatcher: http.agentOf({ businessId: owner, id: owner }),
        method,
        headers: { ...headers, 'user-agent': 'Parley-Tools/1.0' },
        body: body.toString(),
        signal,
      });
      const { text, isWhole } = await readBeginning(answer.body, MAX_ANSWER_BYTES);
      if (!isWhole) throw new TokenFailure('invalid_token_response');
      const { statusCode: status } = answer;
      // Only the type: a challenge in WWW-Authenticate would hide the error code in the body from the library.
      return new Response([204, 205, 304].includes(status) ? null : text, {
        status,
        headers: { 'content-type': answer.headers['content-type']?.toString() ?? '' },
      });
    } catch (error) {
      throw error instanceof TokenFailure ? error : new TokenFailure(problemOf(error), error);
    }
  };
