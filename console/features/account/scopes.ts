/** Scopes of a key, by its purpose. */
import type { Data } from '../../api/client.js';

type Scopes = Data<'listKeys'>['keys'][number]['scopes'];

export type Preset = 'read' | 'work' | 'all';

const READ: Scopes = [
  'channels:read',
  'whatsapp:read',
  'contacts:read',
  'communications:read',
  'agents:read',
  'data_sources:read',
  'voice:read',
  'campaigns:read',
  'instagram:read',
];
const WORK: Scopes = [
  ...READ,
  'whatsapp:write',
  'whatsapp:media',
  'contacts:write',
  'communications:write',
  'agents:write',
  'data_sources:write',
  'voice:write',
  'campaigns:write',
  'instagram:write',
];

/** Matches the roles. */
export const PRESETS: Readonly<Record<Preset, Scopes>> = {
  read: READ,
  work: WORK,
  all: [...WORK, 'channels:write', 'webhooks:write'],
};
