/** `parley admin key`: API keys of a business. */
import { randomUUID } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import type { BusinessCommand } from '../../actors/business/commands.js';
import { business } from '../../actors/business/index.js';
import { newApiKey } from '../../operations/accounts/api-keys.js';
import { isScope, SCOPES, type Scope } from '../../schemas/accounts/access.js';
import { addAction } from './action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef, untilPropagated } from './as-admin.js';
import { businessEvents } from './business-events.js';
import { operator } from './operator-audit.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

const scopesOption = (text: string): readonly Scope[] => {
  if (text === 'all') return SCOPES;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `unknown scopes: ${unknown.join(', ')}. Use all, or some of ${SCOPES.join(', ')}`,
    );
  }
  return names.filter(isScope);
};

export const addKeyCommands = (admin: Command): void => {
  const group = admin
    .command('key')
    .description('API keys of a business; the console lists them with their last use.');

  addAction(
    group
      .command('create')
      .description('Create an API key; prints {"apiKey"}, which cannot be shown again.')
      .requiredOption('--business <id>', 'id of the business')
      .option('--scopes <list>', 'all, or scopes separated by commas', scopesOption, SCOPES)
      .option('--name <name>', 'what the key is for', 'key'),
    async (options: BusinessOptions & { scopes: readonly Scope[]; name: string }) => {
      const { keyId, secretHash, apiKey } = newApiKey(randomUUID().replaceAll('-', ''));
      const { name } = options;
      const by = operator();
      await sendCommand(options, { type: 'create_key', keyId, name, secretHash, scopes: options.scopes, by });
      return { apiKey };
    },
  );

  addAction(
    group
      .command('list')
      .description('List the API keys of a business, with their last use to the minute.')
      .requiredOption('--business <id>', 'id of the business'),
    (options: BusinessOptions) =>
      asAdmin(options, async (session) => ({ keys: await keysOf(session, options.business) })),
  );

  addAction(
    group
      .command('revoke')
      .description(
        'Revoke an API key; when this ends, no node accepts it any more; prints {"keyId","revoked"}.',
      )
      .requiredOption('--business <id>', 'id of the business')
      .requiredOption(
        '--key <id>',
        'id of the key: the part between parley_sk_ (earlier: pk_) and the next underscore',
      ),
    async (options: BusinessOptions & { key: string }) => {
      await sendCommand(options, { type: 'revoke_key', keyId: options.key, by: operator() });
      await untilPropagated();
      return { keyId: options.key, revoked: true };
    },
  );
};

const sendCommand = (options: BusinessOptions, command: BusinessCommand): Promise<void> => {
  const ref = businessRef(options.business);
  return asAdmin(options, async ({ actors }) => void (await actors.ask(business, ref, command)));
};

interface ListedKey {
  readonly keyId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: string;
  readonly lastUsedAt: string | null;
  readonly revokedAt: string | null;
}

const keysOf = async (session: Admin, businessId: string): Promise<readonly ListedKey[]> => {
  const keys = new Map<string, ListedKey>();
  const change = (keyId: string, changes: Partial<ListedKey>): void => {
    const key = keys.get(keyId);
    if (key !== undefined) keys.set(keyId, { ...key, ...changes });
  };
  for await (const { at, event } of businessEvents(session, businessId)) {
    const time = new Date(at).toISOString();
    if (event.type === 'key.created') {
      const { keyId, name, scopes: granted } = event;
      const unused = { lastUsedAt: null, revokedAt: null };
      keys.set(keyId, { keyId, name, scopes: granted, createdAt: time, ...unused });
    }
    if (event.type === 'key.used') change(event.keyId, { lastUsedAt: new Date(event.usedAt).toISOString() });
    if (event.type === 'key.revoked') change(event.keyId, { revokedAt: time });
  }
  return [...keys.values()];
};
