/** Requests about the team, sessions and the ledger. */
import { AGENT, BUSINESS } from '../fakes/ids.js';
import { type Cases, invalidPage, q } from './case.js';

export const TEAM_CASES: Cases = {
  listLedger: {
    path: `/api/v1/console/ledger?${q}`,
    status: 200,
    invalid: { query: `${invalidPage}&kind=gift&from=today&to=tomorrow` },
    problems: ['businessId', 'limit', 'cursor', 'kind', 'from', 'to'],
  },
  readLedgerSummary: {
    path: `/api/v1/console/ledger/summary?${q}`,
    status: 200,
    invalid: { query: 'days=93' },
    problems: ['businessId', 'days'],
  },
  listMembers: {
    path: `/api/v1/console/team?${q}`,
    status: 200,
    invalid: { query: invalidPage },
    problems: ['businessId', 'limit', 'cursor'],
  },
  changeMember: {
    path: `/api/v1/console/team/${AGENT}`,
    status: 200,
    body: { businessId: BUSINESS, role: 'viewer' },
    invalid: { body: { businessId: BUSINESS, role: 'king', active: 'yes' } },
    problems: ['/role', '/active'],
  },
  endMemberSessions: {
    path: `/api/v1/console/team/${AGENT}/sessions?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  removeMember: {
    path: `/api/v1/console/team/${AGENT}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  createPasswordReset: {
    path: `/api/v1/console/team/${AGENT}/password-reset`,
    status: 201,
    body: { businessId: BUSINESS },
    other: { path: `/api/v1/console/team/${BUSINESS}/password-reset` },
    invalid: { body: { businessId: 7 } },
    problems: ['/businessId'],
  },
  resetPassword: {
    path: '/api/v1/console/password-reset',
    status: 200,
    body: { token: 'of a link', password: 'horse battery staple' },
    invalid: { body: { token: '', password: 'short' } },
    problems: ['/token', '/password'],
  },
  listInvitations: {
    path: `/api/v1/console/invitations?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  inviteMember: {
    path: '/api/v1/console/invitations',
    status: 201,
    body: { businessId: BUSINESS, email: 'bob@example.org', role: 'operator' },
    other: { body: { businessId: BUSINESS, email: 'eve@example.org', role: 'operator' } },
    invalid: { body: { businessId: BUSINESS, email: 'bob', role: 'king' } },
    problems: ['/email', '/role'],
  },
  revokeInvitation: {
    path: `/api/v1/console/invitations/${AGENT}?${q}`,
    status: 200,
    invalid: { query: '' },
    problems: ['businessId'],
  },
  acceptInvitation: {
    path: '/api/v1/console/join',
    status: 201,
    body: { token: 'of a link', name: 'Bob', password: 'horse battery staple' },
    invalid: { body: { token: '', name: '', password: 'short' } },
    problems: ['/token', '/name', '/password'],
  },
  joinTeam: {
    path: '/api/v1/console/session/join',
    status: 201,
    body: { token: 'of a link' },
    invalid: { body: { token: '' } },
    problems: ['/token'],
  },
  listOwnSessions: {
    path: '/api/v1/console/sessions',
    status: 200,
    invalid: { query: 'a=1' },
    problems: ['a'],
  },
  endOtherSessions: {
    path: '/api/v1/console/sessions',
    status: 200,
    invalid: { query: 'a=1' },
    problems: ['a'],
  },
};
