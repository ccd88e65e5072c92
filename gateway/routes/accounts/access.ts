/** Console access: setup, sign-in, switching between businesses, changing one's own password. */
import { Type } from 'typebox';
import type { Operations } from '../../../operations/operations.js';
import {
  BusinessSwitch,
  PasswordChange,
  SessionResource,
  SetUp,
  SignIn,
  Start,
} from '../../../schemas/accounts/console.js';
import { closed } from '../../../schemas/shapes.js';
import type { ViewStore } from '../../../views/views.js';
import { type Route, route } from '../../route.js';
import { ofOwnSession, requireSession } from '../common.js';
import { signInResponse, signOutResponse, startResponse } from './session-responses.js';

/** The sender is not yet authenticated: a fully escaped address and password fit. */
const SIGN_IN_BYTES = 8 * 1024;

const SignedOut = Type.Object(
  { signedOut: Type.Literal(true, { description: 'The session of the request has ended.' }) },
  closed,
);

/** `secureCookies`: whether clients reach the service by https. */
export const accessRoutes = (
  operations: Operations,
  views: Pick<ViewStore, 'hasUsers'>,
  secureCookies: () => boolean,
): readonly Route[] => [
  ...sessionRoutes(operations, views, secureCookies),
  ...switchRoutes(operations, secureCookies),
  ...setupRoutes(operations, secureCookies),
  ...passwordRoutes(operations, secureCookies),
];

const sessionRoutes = (
  operations: Operations,
  views: Pick<ViewStore, 'hasUsers'>,
  secureCookies: () => boolean,
): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/session',
    operationId: 'signIn',
    audit: { action: 'sign_in', target: 'data.user.id', refusedOf: { field: 'email', is: 'email' } },
    maxBodyBytes: SIGN_IN_BYTES,
    summary: 'Sign in with e-mail address and password; the session is a cookie.',
    description:
      'Opens a session in the business that the user used last, and ends the session whose cookie the request carries. It lasts 30 days after it was used last. Ten failed attempts for an e-mail address, or 50 from a client address, within 15 minutes lock it with 429.',
    public: true,
    body: SignIn,
    response: SessionResource,
    errors: ['credentials_invalid', 'sign_in_limited', 'sign_in_busy', 'journal_unavailable'],
    handler: async ({ body, visitor, caller, from, sessionBefore }) =>
      signInResponse(
        operations,
        await operations.sessions.signIn(body, visitor(), caller.at, from()),
        sessionBefore(),
        { secure: secureCookies(), at: caller.at },
      ),
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/start',
    operationId: 'readStart',
    summary: 'Read the session of the cookie, or null, and whether there is any user.',
    description:
      'For the first request of the page: unlike `readSession`, it does not fail without a session. A session in use is extended to 30 days, at most once a day, with its cookie. The answer must not be cached.',
    public: true,
    secret: true,
    response: Start,
    errors: ['journal_unavailable'],
    handler: async ({ sessionNow, caller }) =>
      startResponse(operations, await sessionNow(), views.hasUsers(), {
        secure: secureCookies(),
        at: caller.at,
      }),
  }),
  route({
    method: 'GET',
    path: '/api/v1/console/session',
    operationId: 'readSession',
    summary: 'Read the signed-in user, their business, role and memberships.',
    description:
      'Returns the CSRF token that requests other than GET must carry, and the businesses that `switchBusiness` accepts. The answer must not be cached.',
    ...ofOwnSession,
    secret: true,
    response: SessionResource,
    handler: async (input) => {
      const { record, token } = requireSession(input);
      return { data: operations.sessions.describe(record, token) };
    },
  }),
  route({
    method: 'DELETE',
    path: '/api/v1/console/session',
    operationId: 'signOut',
    audit: { action: 'sign_out' },
    summary: 'End this session.',
    description: 'Once the response arrives, no node accepts the session any more. Its cookies are removed.',
    ...ofOwnSession,
    response: SignedOut,
    handler: async (input) => {
      const { record } = requireSession(input);
      return signOutResponse(await operations.sessions.signOut(record), secureCookies());
    },
  }),
];

const switchRoutes = (operations: Operations, secureCookies: () => boolean): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/session/business',
    operationId: 'switchBusiness',
    audit: { action: 'session.switched', target: 'data.user.id', leaves: 'session.switched' },
    summary:
      'Switch to another business of the user. Returns a new session with a new cookie and CSRF token and the same expiry; the current session ends.',
    description:
      'Requests that carry the old cookie or CSRF token are refused from then on. Each of the two businesses has an entry in its audit log.',
    ...ofOwnSession,
    quota: 'none',
    body: BusinessSwitch,
    response: SessionResource,
    errors: ['membership_not_found', 'journal_unavailable'],
    handler: async (input) => {
      const { record } = requireSession(input);
      const { switchTo } = input.body;
      return signInResponse(
        operations,
        await operations.sessions.switchBusiness(record, switchTo, input.caller.at, input.from()),
        null,
        { secure: secureCookies(), at: input.caller.at },
      );
    },
  }),
];

const setupRoutes = (operations: Operations, secureCookies: () => boolean): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/setup',
    operationId: 'setUp',
    audit: { action: 'setup.completed', target: 'data.business.id' },
    maxBodyBytes: SIGN_IN_BYTES,
    summary:
      'Create the first user and a business with the link that the service printed, and sign the user in.',
    description:
      'Works only while there is no user. The link lasts a day and works once; the user becomes the owner of the business.',
    public: true,
    status: 201,
    body: SetUp,
    response: SessionResource,
    errors: ['setup_link_invalid', 'user_exists', 'sign_in_busy', 'journal_unavailable'],
    handler: async ({ body, caller, from, sessionBefore }) =>
      signInResponse(operations, await operations.setup.complete(body, caller.at, from()), sessionBefore(), {
        secure: secureCookies(),
        at: caller.at,
      }),
  }),
];

const passwordRoutes = (operations: Operations, secureCookies: () => boolean): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/v1/console/session/password',
    operationId: 'changePassword',
    audit: { action: 'password.changed', everywhere: true },
    summary: 'Change your own password. Ends all sessions of the user.',
    description:
      'The session of the request ends too: sign in again with the new password. Failed attempts count towards the limits of `signIn`.',
    ...ofOwnSession,
    quota: 'none',
    body: PasswordChange,
    response: SignedOut,
    errors: ['credentials_invalid', 'sign_in_limited', 'sign_in_busy'],
    handler: async (input) => {
      const { record } = requireSession(input);
      const { body, visitor, caller } = input;
      const changed = await operations.sessions.changePassword(record, body, visitor(), caller.at);
      return signOutResponse(changed, secureCookies());
    },
  }),
];
