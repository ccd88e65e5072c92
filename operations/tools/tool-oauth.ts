/** The OAuth client of a tool's server: as it is set, stored, used and shown. Shared by the API and the command line. */
import type { StoredOAuth, StoredTool } from '../../actors/toolbox/events.js';
import type { OAuthClient } from '../../providers/tools/token-request.js';
import type { ToolOAuth, ToolOAuthResource } from '../../schemas/agents/tool-oauth.js';
import { DomainError, type ErrorDetail } from '../../schemas/errors.js';
import type { Sealer } from '../sealing.js';

/** A tool of a business. */
interface ToolName {
  readonly businessId: string;
  readonly name: string;
}

const PATH = '/oauth';

/** For a client of a tool, and for nothing else. Names of tools have no spaces. */
const sealPurposeOf = ({ businessId, name }: ToolName): string => `tool ${businessId} ${name} client secret`;

/** What is wrong with a client whose shape is right. */
export const oauthProblems = ({ tokenUrl, resource }: ToolOAuth): readonly ErrorDetail[] => {
  // Neither RFC 6749 (section 3.2) nor RFC 8707 (section 2) allows a fragment.
  if (tokenUrl.includes('#')) return [{ path: `${PATH}/tokenUrl`, message: 'must have no fragment (#)' }];
  if (resource !== undefined && (!URL.canParse(resource) || resource.includes('#')))
    return [{ path: `${PATH}/resource`, message: 'must be an absolute URI without a fragment (#)' }];
  return [];
};

const isSameOrigin = (first: string, second: string): boolean =>
  URL.canParse(first) && URL.canParse(second) && new URL(first).origin === new URL(second).origin;

/**
 * The present secret of the tool, sealed; null if it has none that may be kept. It is kept for its client, its authorization
 * server and its tool's server alone: a changed address of either would send the secret, or what it obtains, somewhere else.
 */
export const keptSecretOf = (
  present: StoredTool | undefined,
  url: string,
  { tokenUrl, clientId }: ToolOAuth,
): string | null => {
  if (present?.server.type !== 'http' || present.server.oauth === undefined) return null;
  const { oauth } = present.server;
  const isSame = oauth.tokenUrl === tokenUrl && oauth.clientId === clientId;
  return isSame && isSameOrigin(present.server.url, url) ? oauth.sealedClientSecret : null;
};

/** No secret is given, and there is none to keep. */
export const secretMissing = (): DomainError =>
  new DomainError('validation_failed', undefined, [
    {
      path: `${PATH}/clientSecret`,
      message: 'is required for a new client, and after a change of its id or of an address',
    },
  ]);

/** The client as it is stored. */
export const storedOAuth = (
  { tokenUrl, clientId, authMethod, scope, audience, resource }: ToolOAuth,
  sealedClientSecret: string,
): StoredOAuth => ({
  tokenUrl,
  clientId,
  sealedClientSecret,
  authMethod: authMethod ?? 'client_secret_basic',
  scope: scope ?? null,
  audience: audience ?? null,
  resource: resource ?? null,
});

export const sealClientSecret = (sealer: Sealer, tool: ToolName, secret: string): string =>
  sealer.seal(sealPurposeOf(tool), secret);

/** The client with its secret. @throws Unsealable */
export const clientOf = (sealer: Sealer, tool: ToolName, stored: StoredOAuth): OAuthClient => {
  const { sealedClientSecret, ...client } = stored;
  const clientSecret = sealer.open(sealPurposeOf(tool), sealedClientSecret);
  return { ...client, owner: tool.businessId, clientSecret };
};

/** The client without its secret; null if the tool has none. */
export const shownOAuth = ({ server }: StoredTool): ToolOAuthResource | null => {
  if (server.type === 'built_in' || server.oauth === undefined) return null;
  const { sealedClientSecret: _sealed, ...shown } = server.oauth;
  return shown;
};
