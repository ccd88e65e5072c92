/** Roles as choices of a field. */
import type { Session } from '../session/session.js';
import { ACCESS } from './messages.js';

const { roles } = ACCESS;

export const ROLE_CHOICES: readonly { readonly value: Session['role']; readonly name: string }[] = [
  { value: 'viewer', name: roles.viewer },
  { value: 'operator', name: roles.operator },
  { value: 'owner', name: roles.owner },
];
