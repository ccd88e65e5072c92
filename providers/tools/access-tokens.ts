/**
 * The access tokens of tools, kept in the memory of a node until shortly before they expire.
 *
 * It guarantees:
 * A1. A tool has at most one request for a token running, whatever the number of its uses; each use waits no longer than its own signal.
 * A2. A token is used for its tool and client alone: another secret, server or scope means another token.
 * A3. A token that the tool's server refused is not used again.
 * A4. Memory is bounded: one token for each tool, {@link MAX_KEPT} in all; the oldest make room.
 */
import { createHash } from 'node:crypto';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { unlessAborted } from '../../actors/runtime/unless-aborted.js';
import type { GuardedHttp } from '../egress/guarded-http.js';
import { problemOf } from '../egress/http-problem.js';
import { type OAuthClient, requestToken, TokenFailure, type TokenProblem } from './token-request.js';

/** How long the authorization server may take, ms. */
const REQUEST_MS = 10_000;
/** A token is renewed this long before it expires, so that a use does not outlive it, ms; at most after half its life. */
const MARGIN_MS = 35_000;
/** The life of a token whose server does not state it, ms. */
const DEFAULT_LIFE_MS = 5 * 60_000;
const MAX_KEPT = 4_096;

/** A bearer token for the requests of a use. */
export interface Bearer {
  /** @throws TokenFailure */
  token(signal: AbortSignal): Promise<string>;
  /** The tool's server refused this token: the next one is another. */
  refused(token: string): void;
}

/** A request for a token. `problem`: null if there is a token. */
export interface TokenReport {
  readonly businessId: string;
  readonly tool: string;
  readonly problem: TokenProblem | null;
  readonly ms: number;
}

export interface AccessTokens {
  /** `tool`: its name within the client's business. */
  of(tool: string, client: OAuthClient): Bearer;
}

export interface AccessTokensOptions {
  readonly http: GuardedHttp;
  /** ms, monotonic. */
  readonly clock: () => number;
  /** Called after each request for a token. */
  readonly report: (report: TokenReport) => void;
  /** How many tokens are kept; default: {@link MAX_KEPT}. */
  readonly most?: number;
}

interface Kept {
  /** Of the client (A2). */
  readonly fingerprint: string;
  readonly token: Promise<string>;
  /** ms of the clock; null: the request is running. */
  freshUntil: number | null;
  /** Null: the request is running. */
  value: string | null;
}

export const createAccessTokens = ({
  http,
  clock,
  report,
  most = MAX_KEPT,
}: AccessTokensOptions): AccessTokens => {
  /** Business and tool → its token. */
  const kept = new Map<string, Kept>();

  const begin = (key: string, tool: string, client: OAuthClient, fingerprint: string): Kept => {
    const startedAt = clock();
    const reported = (problem: TokenProblem | null): void =>
      report({ businessId: client.owner, tool, problem, ms: clock() - startedAt });
    const obtain = async (): Promise<string> => {
      try {
        const { value, expiresInS } = await requestToken(http, client, timeoutSignal(REQUEST_MS));
        const lifeMs = expiresInS === null ? DEFAULT_LIFE_MS : expiresInS * 1_000;
        entry.value = value;
        entry.freshUntil = startedAt + Math.max(lifeMs - MARGIN_MS, lifeMs / 2);
        reported(null);
        return value;
      } catch (error) {
        if (kept.get(key) === entry) kept.delete(key);
        const failure = error instanceof TokenFailure ? error : new TokenFailure(problemOf(error), error);
        reported(failure.problem);
        throw failure;
      }
    };
    const entry: Kept = { fingerprint, token: obtain(), freshUntil: null, value: null };
    // Uses may have given up before it fails.
    entry.token.catch(() => undefined);
    kept.delete(key);
    kept.set(key, entry);
    makeRoom();
    return entry;
  };

  const makeRoom = (): void => {
    for (const key of kept.keys()) {
      if (kept.size <= most) return;
      kept.delete(key); // A4
    }
  };

  return {
    of: (tool, client) => {
      const key = `${client.owner} ${tool}`;
      const fingerprint = fingerprintOf(client);
      return {
        token: async (signal) => {
          const found = kept.get(key);
          const isFresh = found?.freshUntil === null || clock() < (found?.freshUntil ?? 0);
          const entry =
            found !== undefined && found.fingerprint === fingerprint && isFresh
              ? found // A1, A2
              : begin(key, tool, client, fingerprint);
          try {
            return await unlessAborted(entry.token, signal);
          } catch (error) {
            throw error instanceof TokenFailure ? error : new TokenFailure(problemOf(error), error);
          }
        },
        refused: (token) => {
          // A later use may have renewed it already.
          if (kept.get(key)?.value === token) kept.delete(key); // A3
        },
      };
    },
  };
};

const fingerprintOf = (client: OAuthClient): string => {
  const { tokenUrl, clientId, clientSecret, authMethod, scope, audience, resource } = client;
  const parts = [tokenUrl, clientId, clientSecret, authMethod, scope, audience, resource];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
};
