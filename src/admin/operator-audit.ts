/**
 * Audit entries of `parley admin`: every command that an actor accepts is recorded for each business that it concerns,
 * with the operator as its actor. A rejected command leaves no entry: the operator sees the reason.
 */
import { hostname, userInfo } from 'node:os';
import type { AuditEntry } from '../../actors/audit/events.js';
import { auditLog } from '../../actors/audit/index.js';
import { CONSOLE, consoleUser } from '../../actors/console-user/index.js';
import type { ActorClient, Target } from '../../actors/runtime/actor-client.js';
import { type AuditAction, type Author, MAX_AUDIT_NAME } from '../../schemas/accounts/audit.js';
import { isRecord } from '../../schemas/json.js';

/** By kind and command. Other commands are recorded as `<kind>.<command>`. */
const ACTIONS: Readonly<Record<string, AuditAction>> = {
  'agent.archive': 'agent.archived',
  'agent.create': 'agent.created',
  'agent.update': 'agent.changed',
  'business.create': 'business.created',
  'business.create_key': 'key.created',
  'business.grant_credit': 'credit.granted',
  'business.revoke_key': 'key.revoked',
  'business.set_lines': 'lines.changed',
  'business.set_price': 'price.changed',
  'channel-account.assign': 'channel.assigned',
  'channel-account.connect': 'channel.connected',
  'channel-account.disconnect': 'channel.disconnected',
  'console-team.add': 'member.added',
  'console-team.remove': 'member.removed',
  'console-team.set_standing': 'member.changed',
  'console-user.change_password': 'password.changed',
  'console-user.create': 'member.created',
  'console-user.take_in': 'member.renamed',
  'provider-lists.remove': 'providers.removed',
  'provider-lists.set': 'providers.set',
  'toolbox.remove': 'tool.removed',
  'toolbox.set': 'tool.set',
};

/** Parts of an operation whose entry comes from another command: that of the team, the new address or the account. */
const WITHOUT_ENTRY: readonly string[] = [
  'channel-account.fence_claim',
  'claim.adopt',
  'claim.claim',
  'claim.release',
  'claim.take_over',
  'console-user.leave',
  'console-user.remove',
  'console-user.set_membership',
];

/** Paths to the target within a command, by kind; the first one present is used. Without any, the target is the actor itself. */
const TARGETS: Readonly<Record<string, readonly (readonly string[])[]>> = {
  business: [['keyId']],
  'console-team': [['userId']],
  'console-user': [['userId'], ['user', 'userId']],
  toolbox: [['name'], ['tool', 'name']],
  'provider-lists': [['role'], ['list', 'role']],
};

/** The user at the command line. */
export const operator = (): Author => {
  const { username, uid } = userInfo();
  return { type: 'operator', id: `${username}:${uid}@${hostname()}`.slice(0, MAX_AUDIT_NAME) };
};

/** The entry of an operator's action at `at`, ms since the epoch. */
export const operatorEntry = (action: string, target: string, at: number): AuditEntry => ({
  at,
  actor: operator(),
  action,
  target: target.slice(0, MAX_AUDIT_NAME),
  outcome: 'done',
  code: null,
  client: null,
  userAgent: null,
  requestId: null,
  omitted: 0,
});

const targetOf = (kind: string, target: Target, command: object): string => {
  for (const path of TARGETS[kind] ?? []) {
    const value = path.reduce<unknown>((at, name) => (isRecord(at) ? at[name] : undefined), command);
    if (typeof value === 'string') return value.slice(0, MAX_AUDIT_NAME);
  }
  return target.id;
};

/** The businesses that a command concerns; for a console user, those of which the user is a member. */
const businessesOf = async (
  actors: ActorClient,
  target: Target,
  targetId: string,
): Promise<readonly string[]> => {
  if (target.business !== CONSOLE) return [target.business];
  const { answer } = await actors.query(consoleUser, target, 'users');
  return Object.keys(answer.users.find(({ userId }) => userId === targetId)?.memberships ?? {});
};

/** The same actors with audited commands. `now`: ms since the epoch. */
export const auditedActors = (actors: ActorClient, now: () => number): ActorClient => {
  const ask: ActorClient['ask'] = async (actor, target, command, options) => {
    const outcome = await actors.ask(actor, target, command, options);
    const name = `${actor.kind}.${command.type}`;
    if (WITHOUT_ENTRY.includes(name)) return outcome;
    const targetId = targetOf(actor.kind, target, command);
    const entry = operatorEntry(ACTIONS[name] ?? name, targetId, now());
    for (const businessId of await businessesOf(actors, target, targetId)) {
      const log = { business: businessId, id: businessId };
      await actors.ask(auditLog, log, { type: 'record', entries: [entry] });
    }
    return outcome;
  };
  return { ask, query: (actor, target, name, ...args) => actors.query(actor, target, name, ...args) };
};
