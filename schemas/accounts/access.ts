/** What an API key or a session may do: scopes, and the roles that hold them (docs/reference/api.md "Roles"). */

/** Scopes that an API key can hold (spec section 5, item 3). */
export const SCOPES = [
  'channels:read',
  'channels:write',
  'whatsapp:read',
  'whatsapp:write',
  'whatsapp:media',
  'contacts:read',
  'contacts:write',
  'communications:read',
  'communications:write',
  'webhooks:write',
  'agents:read',
  'agents:write',
  'data_sources:read',
  'data_sources:write',
  'voice:read',
  'voice:write',
  'campaigns:read',
  'campaigns:write',
  'instagram:read',
  'instagram:write',
] as const;

export type Scope = (typeof SCOPES)[number];

/** Narrows a string from a command line or the journal to a scope. */
export const isScope = (value: string): value is Scope => SCOPES.some((scope) => scope === value);

/** From least to most privileged: each may do everything that those before it may. */
export const ROLES = ['viewer', 'operator', 'owner'] as const;

export type Role = (typeof ROLES)[number];

/** Narrows a string from a command line to a role. */
export const isRole = (value: string): value is Role => ROLES.some((role) => role === value);

/** Scopes of the owner alone: they decide which channels are used, and which subscribers are notified. */
const OF_OWNER: readonly Scope[] = ['channels:write', 'webhooks:write'];

/** The scopes of a session with that role. */
export const SCOPES_OF_ROLE: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: SCOPES.filter((scope) => scope.endsWith(':read')),
  operator: SCOPES.filter((scope) => !OF_OWNER.includes(scope)),
  owner: SCOPES,
};

/** Whether the role may do what requires the other one. */
export const isAtLeast = (role: Role, required: Role): boolean =>
  ROLES.indexOf(role) >= ROLES.indexOf(required);

/** The least privileged role whose scopes suffice. */
export const minimumRoleFor = (scopes: readonly Scope[]): Role =>
  ROLES.find((role) => scopes.every((scope) => SCOPES_OF_ROLE[role].includes(scope))) ?? 'owner';
