/** An authorization server on `oidc-provider`, which is certified and shares no code with our client. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import Provider, { errors } from 'oidc-provider';
import { listening } from '../../simulators/support/listening.js';
import type { Lifetime } from '../lifetime.js';

/** Clients of the server. Their characters must be encoded for HTTP Basic (RFC 6749, section 2.3.1), and for a body. */
export const OAUTH_CLIENTS = {
  basic: { clientId: 'orders:client +%/', clientSecret: 'a:secret &=+% "of orders"' },
  post: { clientId: 'crm&client=', clientSecret: 'another:secret &=+% of a crm' },
} as const;

/** Names the only API that the server knows. */
export const OAUTH_RESOURCE = 'https://orders.example/api';
const SCOPES = 'orders.read orders.write';

export interface TestOAuthServer {
  readonly tokenUrl: string;
  /** Requests to the token endpoint. */
  readonly requests: readonly { readonly authorization: string | undefined }[];
  /** What a token is for; null: the server does not know it. */
  tokenOf(
    token: string,
  ): Promise<{ readonly clientId: string; readonly scope: string; readonly audience: string } | null>;
  /** Answers requests in place of the server; null: the server answers. */
  behave(behaviour: ((response: ServerResponse, request: IncomingMessage) => void) | null): void;
}

/** It ends with the lifetime. Tokens live for `lifeS` seconds. `resources`: further APIs that it knows. */
export const startOAuthServer = async (
  t: Lifetime,
  { lifeS = 600, resources = [] }: { readonly lifeS?: number; readonly resources?: readonly string[] } = {},
): Promise<TestOAuthServer> => {
  const requests: { authorization: string | undefined }[] = [];
  let behaviour: Parameters<TestOAuthServer['behave']>[0] = null;
  const known: readonly string[] = [OAUTH_RESOURCE, ...resources];
  const http = createServer();
  const port = await listening(http);
  const issuer = `http://127.0.0.1:${port}`;
  const provider = new Provider(issuer, {
    clients: [
      clientOf(OAUTH_CLIENTS.basic, 'client_secret_basic'),
      clientOf(OAUTH_CLIENTS.post, 'client_secret_post'),
    ],
    scopes: SCOPES.split(' '),
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => [],
        getResourceServerInfo: (_context, resource) => {
          if (!known.includes(resource)) throw new errors.InvalidTarget();
          return { scope: SCOPES, audience: resource, accessTokenFormat: 'opaque' };
        },
      },
    },
    ttl: { ClientCredentials: lifeS },
  });
  const answer = provider.callback();
  http.on('request', (request, response) => {
    requests.push({ authorization: request.headers.authorization });
    if (behaviour === null) void answer(request, response);
    else behaviour(response, request);
  });
  t.teardown(() => {
    http.closeAllConnections();
    http.close();
  });
  return {
    tokenUrl: `${issuer}/token`,
    requests,
    tokenOf: async (token) => {
      const found = await provider.ClientCredentials.find(token);
      if (found?.clientId === undefined) return null;
      return { clientId: found.clientId, scope: found.scope ?? '', audience: String(found.aud ?? '') };
    },
    behave: (next) => {
      behaviour = next;
    },
  };
};

const clientOf = (
  { clientId, clientSecret }: { readonly clientId: string; readonly clientSecret: string },
  method: 'client_secret_basic' | 'client_secret_post',
) => ({
  client_id: clientId,
  client_secret: clientSecret,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
  token_endpoint_auth_method: method,
});
