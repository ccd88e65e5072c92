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
