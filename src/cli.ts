#!/usr/bin/env node
/** The command line. */
import { Command } from 'commander';
import { DomainError } from '../schemas/errors.js';
import { addAdminCommands } from './admin/index.js';
import { ConfigError, DEFAULT_DATA_DIR, DEFAULT_PORT, type ServeOptions } from './config.js';
import { EngineError } from './engine/index.js';
import { serve } from './serve.js';

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

addAdminCommands(program);

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
