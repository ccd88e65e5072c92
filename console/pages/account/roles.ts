/** Roles as choices of a field. */
import type { Session } from '../../session.js';
import { TEXTS } from '../../texts.js';

const { roles } = TEXTS.access;

export const ROLE_CHOICES: readonly { readonly value: Session['role']; readonly name: string }[] = [
  { value: 'viewer', name: roles.viewer },
  { value: 'operator', name: roles.operator },
  { value: 'owner', name: roles.owner },
];
