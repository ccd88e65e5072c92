/** What each role may do. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { OperationId } from '../../api/client.js';
import { useCan } from './role.js';
import type { Session } from './session.js';

type Role = Session['role'];

const signedIn = vi.hoisted((): { role: Role } => ({ role: 'viewer' }));
vi.mock('./session.js', () => ({ useSession: () => signedIn }));

const Answer = ({ operation }: { readonly operation: OperationId }): string => String(useCan(operation));

/** The roles that may call the operation. */
const rolesFor = (operation: OperationId): readonly Role[] =>
  (['viewer', 'operator', 'owner'] as const).filter((role) => {
    signedIn.role = role;
    return renderToStaticMarkup(createElement(Answer, { operation })) === 'true';
  });

describe('an operation', () => {
  test('that viewers may call is allowed for all', () => {
    expect(rolesFor('listVoiceCalls')).toEqual(['viewer', 'operator', 'owner']);
  });

  test('that operators may call is allowed for owners, too', () => {
    expect(rolesFor('startVoiceCall')).toEqual(['operator', 'owner']);
  });

  test('that owners may call is allowed for no other role', () => {
    expect(rolesFor('createKey')).toEqual(['owner']);
  });
});
