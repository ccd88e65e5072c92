/** How a tool's server is called with OAuth 2.0 client credentials (docs/how-to/tools.md). */
import { type Static, Type } from 'typebox';
import { closed, literals, nullable } from '../shapes.js';

const URL_CHARACTERS = 2_048;

const AUTH_METHODS = ['client_secret_basic', 'client_secret_post'] as const;

/** A client of an authorization server, as it is set. */
export const ToolOAuth = Type.Object(
  {
    tokenUrl: Type.String({
      minLength: 1,
      maxLength: URL_CHARACTERS,
      description: "The authorization server's token endpoint.",
    }),
    clientId: Type.String({ minLength: 1, maxLength: 512 }),
    clientSecret: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 4_096,
        description:
          "Stored encrypted and never returned. Omitted: the tool's present secret stays, if its client, its tokenUrl and the origin of its url do.",
      }),
    ),
    authMethod: Type.Optional(
      literals(AUTH_METHODS, {
        description:
          'Where the secret is sent: in the Authorization header (client_secret_basic, the default) or in the body.',
      }),
    ),
    scope: Type.Optional(
      Type.String({ minLength: 1, maxLength: 1_000, description: 'Separated by spaces.' }),
    ),
    audience: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: URL_CHARACTERS,
        description: 'For servers that name the API by audience.',
      }),
    ),
    resource: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: URL_CHARACTERS,
        description:
          'The URI of the API (RFC 8707). Omitted for an MCP server: its url, unless there is an audience.',
      }),
    ),
  },
  closed,
);
export type ToolOAuth = Static<typeof ToolOAuth>;

/** The same as it is shown, without the secret. */
export const ToolOAuthResource = Type.Object(
  {
    tokenUrl: Type.String(),
    clientId: Type.String(),
    authMethod: literals(AUTH_METHODS),
    scope: nullable(Type.String()),
    audience: nullable(Type.String()),
    resource: nullable(Type.String()),
  },
  closed,
);
export type ToolOAuthResource = Static<typeof ToolOAuthResource>;
