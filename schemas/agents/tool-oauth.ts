/** How a tool's server is called with OAuth 2.0 client credentials (docs/how-to/tools.md). */
import { type Static, Type } from 'typebox';
import { closed, described, literals, nullable } from '../shapes.js';

const URL_CHARACTERS = 2_048;

const AUTH_METHODS = ['client_secret_basic', 'client_secret_post'] as const;

/** A client of an authorization server, as it is set. */
export const ToolOAuth = Type.Object(
  {
    tokenUrl: Type.String({
      minLength: 1,
      maxLength: URL_CHARACTERS,
      description: "The authorization server's token endpoint.",
      examples: ['https://auth.example.com/oauth/token'],
    }),
    clientId: Type.String({
      minLength: 1,
      maxLength: 512,
      description: 'The id of the client at the authorization server.',
      examples: ['parley'],
    }),
    clientSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description:
          "Stored encrypted and never returned. Omitted: the tool's present secret stays, if its client, its tokenUrl and the origin of its url do.",
        examples: ['cs_4f8a2c91'],
      }),
    ),
    authMethod: Type.Optional(
      literals(AUTH_METHODS, {
        description:
          'Where the secret is sent: in the Authorization header (client_secret_basic, the default) or in the body.',
      }),
    ),
    scope: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 1_000,
        description: 'The scopes to request, separated by spaces.',
        examples: ['orders:read'],
      }),
    ),
    audience: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: URL_CHARACTERS,
        description: 'For servers that name the API by audience.',
        examples: ['https://orders.example.com'],
      }),
    ),
    resource: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: URL_CHARACTERS,
        description:
          'The URI of the API (RFC 8707). Omitted for an MCP server: its url, unless there is an audience.',
        examples: ['https://orders.example.com'],
      }),
    ),
  },
  { ...closed, description: 'With url: the OAuth 2.0 client with which its server is called.' },
);
export type ToolOAuth = Static<typeof ToolOAuth>;

/** The same as it is shown, without the secret. */
export const ToolOAuthResource = Type.Object(
  {
    tokenUrl: described(
      Type.String(),
      "The authorization server's token endpoint.",
      'https://auth.example.com/oauth/token',
    ),
    clientId: described(Type.String(), 'The id of the client at the authorization server.', 'parley'),
    authMethod: described(
      literals(AUTH_METHODS),
      'Where the secret is sent: in the Authorization header (client_secret_basic) or in the body.',
    ),
    scope: described(
      nullable(Type.String()),
      'Requested scopes, separated by spaces; null: none are named.',
      'orders:read',
    ),
    audience: described(
      nullable(Type.String()),
      'The audience that is requested; null: none.',
      'https://orders.example.com',
    ),
    resource: described(
      nullable(Type.String()),
      'The URI of the API (RFC 8707); null: not sent, or for an MCP server its url unless there is an audience.',
      'https://orders.example.com',
    ),
  },
  closed,
);
export type ToolOAuthResource = Static<typeof ToolOAuthResource>;
