/**
 * Tools of an MCP server over streamable HTTP, through the official client (modelcontextprotocol.io, 2025-11-25), and only at
 * addresses where requests may go (../guarded-http.ts).
 *
 * It guarantees:
 * M1. An answer is available within `timeoutMs`, whatever the servers do, and takes bounded memory. Waiting for an access token is
 *     part of that time; a request whose token was refused is repeated once, with another.
 * M2. The outcome is `unknown` if the tool was called and no answer arrived; before the call, it did nothing.
 * M3. Nothing is kept between two uses: each has a session of its own, which ends with it.
 */
import type {
  AuthProvider,
  Client,
  FetchLike,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { withoutHidden } from '../../schemas/text.js';
import { request } from '../abortable-request.js';
import type { GuardedHttp } from '../egress/guarded-http.js';
import { type HttpProblem, NOT_SENT, problemOf } from '../egress/http-problem.js';
import type { Bearer } from './access-tokens.js';
import { TokenFailure } from './token-request.js';
import { MAX_ANSWER_BYTES, type ToolServerAnswer } from './tool-answer.js';

/** Size of one answer of the protocol, bytes: a list of a hundred tools is well within it. */
const MAX_BYTES = 1024 * 1024;
/** How long a session may take to end after its answer, ms. */
const END_SESSION_MS = 1_000;
const CLIENT = { name: 'parley', version: '1' } as const;

export interface McpServer {
  /** The business whose connections are used. */
  readonly owner: string;
  readonly url: string;
  /** The bearer token: always the same, or from an authorization server; null: none is sent. */
  readonly token: string | Bearer | null;
}

export interface McpToolRequest {
  /** The server's name for the tool. */
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
}

/** A tool that a server offers. */
export interface McpTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** The failure of an MCP server. */
export class McpFailure extends Error {
  override readonly name = 'McpFailure';
  readonly problem: HttpProblem | 'server_failed';
  /** HTTP status, if the server answered with one that is not a success. */
  readonly status: number | null;

  constructor(problem: HttpProblem | 'server_failed', status: number | null, cause: unknown) {
    super(status === null ? `MCP server failed: ${problem}` : `MCP server responded with ${status}`, {
      cause,
    });
    this.problem = problem;
    this.status = status;
  }
}

/** Lists a server's tools. @throws McpFailure, TokenFailure */
export const listMcpTools = (
  http: GuardedHttp,
  server: McpServer,
  timeoutMs: number,
): Promise<readonly McpTool[]> =>
  inSession(http, server, timeoutMs, async (client) => {
    const { tools } = await client.listTools(undefined, { timeout: timeoutMs });
    return tools.map(({ name, title, description, inputSchema }) => ({
      name,
      description: withoutHidden(description ?? title ?? name),
      parameters: inputSchema,
    }));
  });

/** Never throws. */
export const useMcpTool = async (
  http: GuardedHttp,
  server: McpServer,
  { name, arguments: args, timeoutMs }: McpToolRequest,
): Promise<ToolServerAnswer> => {
  let isCalled = false;
  try {
    return await inSession(http, server, timeoutMs, async (client) => {
      isCalled = true;
      const { content, isError } = await client.callTool(
        { name, arguments: { ...args } },
        { timeout: timeoutMs },
      );
      const text = content.map((part) => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
      const bytes = Buffer.from(text);
      const excerpt = bytes.subarray(0, MAX_ANSWER_BYTES).toString('utf8');
      return isError === true
        ? { outcome: 'refused', status: null, text: excerpt }
        : { outcome: 'done', text: excerpt, isWhole: bytes.length <= MAX_ANSWER_BYTES };
    });
  } catch (error) {
    // A token is missing before a request, or after a 401: the tool was not called.
    if (error instanceof TokenFailure) return { outcome: 'unauthorised', problem: error.problem };
    if (!(error instanceof McpFailure)) return { outcome: 'unknown', problem: 'server_failed' };
    const { problem, status } = error;
    if (status !== null && status < 500) return { outcome: 'refused', status, text: '' };
    if (!isCalled || (problem !== 'server_failed' && NOT_SENT.has(problem)))
      return { outcome: 'failed', problem };
    return { outcome: 'unknown', problem };
  }
};

/** M3. @throws McpFailure, TokenFailure */
const inSession = async <T>(
  http: GuardedHttp,
  { owner, url, token }: McpServer,
  timeoutMs: number,
  work: (client: Client) => Promise<T>,
): Promise<T> => {
  if (http.refusalOf(url) !== null) throw new McpFailure('address_not_allowed', null, null);
  // Loaded on first use: an installation without MCP servers does not need the library.
  const mcp = await import('@modelcontextprotocol/client');
  const deadline = timeoutSignal(timeoutMs);
  const mcpHttp = mcpHttpOf(http, owner, deadline);
  const authorization = typeof token === 'string' || token === null ? null : authorizationBy(token, deadline);
  const transport = new mcp.StreamableHTTPClientTransport(new URL(url), {
    fetch: mcpHttp.fetch,
    requestInit: { headers: typeof token === 'string' ? { authorization: `Bearer ${token}` } : {} },
    ...(authorization === null ? {} : { authProvider: authorization.provider }),
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 0,
      maxReconnectionDelay: 0,
      reconnectionDelayGrowFactor: 1,
    },
  });
  const client = new mcp.Client(CLIENT);
  try {
    await client.connect(transport, { timeout: timeoutMs });
    return await work(client);
  } catch (error) {
    const failure = authorization?.failure() ?? null;
    if (failure !== null) throw failure;
    const isScopeMissing = error instanceof mcp.InsufficientScopeError;
    const status = error instanceof mcp.SdkHttpError ? error.status : isScopeMissing ? 403 : null;
    const isTimeout = error instanceof mcp.SdkError && error.code === mcp.SdkErrorCode.RequestTimeout;
    throw new McpFailure(mcpHttp.problem() ?? (isTimeout ? 'timeout' : 'server_failed'), status, error);
  } finally {
    void endSession(client, transport);
  }
};

interface Authorization {
  readonly provider: AuthProvider;
  /** Why there was no token; null if there always was. */
  failure(): TokenFailure | null;
}

const authorizationBy = (bearer: Bearer, deadline: AbortSignal): Authorization => {
  let failure: TokenFailure | null = null;
  let latest: string | null = null;
  return {
    failure: () => failure,
    provider: {
      token: async () => {
        try {
          latest = await bearer.token(deadline);
          return latest;
        } catch (error) {
          if (error instanceof TokenFailure) failure = error;
          throw error;
        }
      },
      onUnauthorized: async () => {
        if (latest !== null) bearer.refused(latest);
      },
    },
  };
};

/** Ends a session. No caller waits for this: the result has arrived already, or will not arrive. */
const endSession = async (client: Client, transport: StreamableHTTPClientTransport): Promise<void> => {
  const timeout = new Promise((resolve) => setTimeout(resolve, END_SESSION_MS).unref());
  // A session that is not terminated in time expires on the server's own clock.
  await Promise.race([transport.terminateSession(), timeout]).catch(() => undefined);
  await client.close().catch(() => undefined);
};

interface McpHttp {
  readonly fetch: FetchLike;
  /** The problem of the latest request that got no answer; null if there was none. */
  problem(): HttpProblem | null;
}

/** The client's requests over guarded connections. M1 */
const mcpHttpOf = (http: GuardedHttp, owner: string, deadline: AbortSignal): McpHttp => {
  let problem: HttpProblem | null = null;
  return {
    problem: () => problem,
    fetch: async (url, init = {}) => {
      // A GET would open a stream of unsolicited server messages, which this client does not use.
      if (init.method === 'GET') return new Response(null, { status: 405 });
      const signals = [deadline, ...(init.signal instanceof AbortSignal ? [init.signal] : [])];
      try {
        const { statusCode, headers, body } = await request(url, {
          dispatcher: http.agentOf({ businessId: owner, id: owner }),
          method: init.method === 'DELETE' ? 'DELETE' : 'POST',
          headers: Object.fromEntries(new Headers(init.headers)),
          body: typeof init.body === 'string' ? init.body : null,
          signal: AbortSignal.any(signals),
        });
        const hasBody = statusCode !== 204 && statusCode !== 205 && statusCode !== 304;
        if (!hasBody) await body.dump();
        return new Response(hasBody ? ReadableStream.from(bounded(body)) : null, {
          status: statusCode,
          headers: headersOf(headers),
        });
      } catch (error) {
        problem = problemOf(error);
        throw error;
      }
    },
  };
};

const headersOf = (headers: Readonly<Record<string, string | string[] | undefined>>): Headers => {
  const all = new Headers();
  for (const [name, value] of Object.entries(headers))
    for (const part of [value ?? []].flat()) all.append(name, part);
  return all;
};

/** Passes on a body, up to the maximum size of an answer. M1 */
async function* bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > MAX_BYTES) throw new Error(`a response of more than ${MAX_BYTES} bytes`);
    yield chunk;
  }
}
