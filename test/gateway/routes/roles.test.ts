/**
 * Access of each role: every route with a session of every role. A route for sessions only that names no role fails
 * here.
 */

import { randomUUID } from 'node:crypto';
import t from 'tap';
import { minimumRoleOf } from '../../../gateway/route.js';
import { csrfTokenOf } from '../../../operations/accounts/sessions.js';
import {
  isAtLeast,
  minimumRoleFor,
  ROLES,
  type Role,
  SCOPES,
  SCOPES_OF_ROLE,
} from '../../../schemas/accounts/access.js';
import { routesWithoutService } from '../../../scripts/generated/routes.js';
import { CASES } from '../cases/all.js';
import { sessionTokenOf } from '../fakes/console.js';
import { startGateway } from '../gateway-under-test.js';

const ROUTES = routesWithoutService().filter((route) => route.public !== true);

const signedIn = (role: Role) => ({
  cookie: `parley_session=${sessionTokenOf(role)}`,
  'x-csrf-token': csrfTokenOf(sessionTokenOf(role)),
});

const ask = async (
  url: string,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body: object | undefined,
) => {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...headers,
      'idempotency-key': randomUUID(),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  if (!(response.headers.get('content-type') ?? '').startsWith('application/json')) {
    await response.body?.cancel();
    return { status: response.status, code: undefined, message: '' };
  }
  const answer: { error?: { code: string; message: string } } = JSON.parse(await response.text());
  return { status: response.status, code: answer.error?.code, message: answer.error?.message ?? '' };
};

t.test('each role has all scopes of the roles before it', async (t) => {
  for (const [place, role] of ROLES.entries()) {
    const before = ROLES[place - 1];
    if (before !== undefined)
      t.ok(
        SCOPES_OF_ROLE[before].every((scope) => SCOPES_OF_ROLE[role].includes(scope)),
        role,
      );
  }
  t.same(SCOPES_OF_ROLE.owner, SCOPES);
  t.equal(minimumRoleFor([]), 'viewer');
  t.equal(minimumRoleFor(['voice:read', 'voice:write']), 'operator');
  t.equal(minimumRoleFor(['webhooks:write', 'voice:write']), 'owner');
});

t.test('a route for sessions only names its role', async (t) => {
  for (const { operationId, sessionOnly, role } of ROUTES)
    if (sessionOnly === true) t.ok(role, `${operationId} names a role`);
  t.equal(minimumRoleOf({ sessionOnly: true, scopes: [] }), 'owner', 'without a role, only the owner');
});

t.test('every route admits the roles that reach it, and refuses others', async (t) => {
  const { url, operations } = await startGateway(t);
  for (const route of ROUTES) {
    const good = CASES[route.operationId];
    if (good === undefined) throw new Error(`no case for ${route.operationId}`);
    const least = minimumRoleOf(route);
    for (const role of ROLES) {
      const before = operations.performed.length;
      const answer = await ask(url, route.method, good.path, signedIn(role), good.body);
      const what = `${route.operationId} as ${role}`;
      if (isAtLeast(role, least)) t.not(answer.code, 'role_insufficient', what);
      else {
        t.match(answer, { status: 403, code: 'role_insufficient' }, what);
        t.match(answer.message, `the role ${least}; yours is ${role}`);
        t.equal(operations.performed.length, before, `${what} changes nothing`);
      }
    }
  }
});

t.test('scopes that only some requests need are checked for roles, too', async (t) => {
  const { url } = await startGateway(t);
  for (const route of ROUTES)
    for (const { scope, path, body } of CASES[route.operationId]?.conditional ?? []) {
      const needed = SCOPES.find((known) => known === scope);
      if (needed === undefined) throw new Error(`${scope} is not a scope`);
      const least = minimumRoleFor([...route.scopes, needed]);
      const good = CASES[route.operationId];
      for (const role of ROLES.filter((role) => !isAtLeast(role, least))) {
        const response = await ask(
          url,
          route.method,
          path ?? good?.path ?? '',
          signedIn(role),
          body ?? good?.body,
        );
        t.match(
          response,
          { status: 403, code: 'role_insufficient' },
          `${route.operationId} ${scope} ${role}`,
        );
      }
    }
});

t.test('every change requires the CSRF token of its own session', async (t) => {
  const { url, operations } = await startGateway(t);
  for (const route of ROUTES.filter(({ method }) => method !== 'GET')) {
    const good = CASES[route.operationId];
    const { cookie } = signedIn('owner');
    const foreign = signedIn('viewer')['x-csrf-token'];
    for (const headers of [{ cookie }, { cookie, 'x-csrf-token': foreign }, { cookie, 'x-csrf-token': '' }])
      t.match(await ask(url, route.method, good?.path ?? '', headers, good?.body), {
        status: 403,
        code: 'csrf_invalid',
      });
  }
  t.same(operations.performed, []);
});
