#!/usr/bin/env node
/** The command line. Commands that answer print one JSON object on standard output and nothing else. */
import { Command, InvalidArgumentError } from 'commander';
import { DomainError } from '../schemas/errors.js';
import { isScope, SCOPES, type Scope } from '../schemas/scopes.js';
import { createBusiness, createKey, grantCredit, revokeKey, setLines } from './admin.js';
import { ConfigError, DEFAULT_DATA_DIR, DEFAULT_PORT, type ServeOptions } from './config.js';
import { EngineError } from './engine/index.js';
import { serve } from './serve.js';

const whole =
  (min: number) =>
  (text: string): number => {
    const value = Number(text);
    if (Number.isInteger(value) && value >= min) return value;
    throw new InvalidArgumentError(`write a whole number of at least ${min}`);
  };

const scopes = (text: string): readonly Scope[] => {
  if (text === 'all') return SCOPES;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !isScope(name));
  if (unknown.length > 0) {
    throw new InvalidArgumentError(
      `unknown: ${unknown.join(', ')}. Scopes are all, or some of ${SCOPES.join(', ')}`,
    );
  }
  return names.filter(isScope);
};

const print = (value: object): void => {
  process.stdout.write(`${JSON.stringify(value)}\n`);
};

const program = new Command('parley')
  .description('An actor-based runtime for real-time voice calls, messaging and campaigns.')
  .showHelpAfterError('(run with --help to see how)');

program
  .command('serve')
  .description(
    'Run a node. Without configuration it brings its own nats-server and a simulated phone network.',
  )
  .option('--port <port>', `port to listen on, 0 for a free one (default ${DEFAULT_PORT}; PARLEY_PORT)`)
  .option('--host <address>', 'address to listen on (default 127.0.0.1; PARLEY_HOST)')
  .option('--data-dir <path>', `where everything is kept (default ${DEFAULT_DATA_DIR}; PARLEY_DATA_DIR)`)
  .addHelpText(
    'after',
    `
Writes {"event":"service.ready","url":…} to standard output when it serves. Stops cleanly on SIGINT and SIGTERM.

Environment:
  PARLEY_NATS_URL       join this NATS server (2.14 or newer, with JetStream) instead of starting one
  PARLEY_NATS_SERVER    path of the nats-server binary to start
  PARLEY_CACHE_DIR      where a fetched nats-server is kept (default <data-dir>/cache)
  PARLEY_NATS_SYNC      what a power cut may cost, like 2s, or always (default 2s); a crash costs nothing
  PARLEY_PUBLIC_URL     the address that carriers reach, like https://voice.example.org
  PARLEY_LOOPBACK_URL   a simulated phone network that runs already
  TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN, TWILIO_FROM
                        place calls through Twilio instead of the simulated network
  PARLEY_RATE_LIMIT, PARLEY_RATE_BURST
                        requests a second and at once, for each API key (default 50 and 100)
  PARLEY_LOG_LEVEL      trace, debug, info, warn, error or silent (default info)`,
  )
  .action(async (options: ServeOptions) => serve(options));

const admin = program
  .command('admin')
  .description('Administer businesses and keys. Works while the service runs, and while it does not.');
const dataDir = [
  '--data-dir <path>',
  `data directory of the service (default ${DEFAULT_DATA_DIR}; PARLEY_DATA_DIR)`,
] as const;

const business = admin.command('business').description('Businesses: one tenant each, with lines and credit.');

business
  .command('create')
  .description('Create a business; prints {"businessId"}.')
  .requiredOption('--name <name>', 'name of the business')
  .option('--lines <n>', 'purchased lines: calls that may be up at the same time', whole(0), 1)
  .option('--credits <n>', 'opening credit in credits (1 credit = 1,000,000 microcredits)', whole(0), 0)
  .option('--block-price <microcredits>', 'price of a started block of 20 seconds', whole(0), 10_000)
  .option(...dataDir)
  .action(
    async (options: { name: string; lines: number; credits: number; blockPrice: number; dataDir?: string }) =>
      print(await createBusiness(options)),
  );

business
  .command('credit')
  .description('Grant credit; prints what can be spent now.')
  .requiredOption('--business <id>', 'id of the business')
  .requiredOption('--credits <n>', 'credits to grant', whole(1))
  .option('--reason <text>', 'kept in the ledger', 'granted by an operator')
  .option(...dataDir)
  .action(async (options: { business: string; credits: number; reason: string; dataDir?: string }) =>
    print(await grantCredit(options)),
  );

business
  .command('lines')
  .description('Set the purchased lines; running calls go on.')
  .requiredOption('--business <id>', 'id of the business')
  .requiredOption('--lines <n>', 'purchased lines', whole(0))
  .option(...dataDir)
  .action(async (options: { business: string; lines: number; dataDir?: string }) =>
    print(await setLines(options)),
  );

const key = admin.command('key').description('API keys of a business.');

key
  .command('create')
  .description('Create an API key; prints {"apiKey"}, which cannot be shown again.')
  .requiredOption('--business <id>', 'id of the business')
  .option('--scopes <list>', 'all, or scopes separated by commas', scopes, SCOPES)
  .option('--name <name>', 'what the key is for', 'key')
  .option(...dataDir)
  .action(async (options: { business: string; scopes: readonly Scope[]; name: string; dataDir?: string }) =>
    print(await createKey(options)),
  );

key
  .command('revoke')
  .description('Revoke an API key at once; prints {"keyId","revoked"}.')
  .requiredOption('--business <id>', 'id of the business')
  .requiredOption('--key <id>', 'id of the key: the part between pk_ and the second underscore')
  .option(...dataDir)
  .action(async (options: { business: string; key: string; dataDir?: string }) =>
    print(await revokeKey(options)),
  );

try {
  await program.parseAsync();
} catch (error) {
  const known = error instanceof ConfigError || error instanceof DomainError || error instanceof EngineError;
  process.stderr.write(
    `parley: ${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  // A node that could not start may have threads at work; nothing of it is worth waiting for.
  process.exit(1);
}
