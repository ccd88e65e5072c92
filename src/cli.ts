#!/usr/bin/env node
/** The command line. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { JournalUnusable } from '../actors/runtime/journal-unusable.js';
import { ListenFailure } from '../gateway/listening.js';
import { DomainError } from '../schemas/errors.js';
import { forReaders, whole } from './admin/answering.js';
import { addAdminCommands } from './admin/index.js';
import { readSecret } from './admin/secret-input.js';
import { ConfigError, DEFAULT_DATA_DIR, DEFAULT_PORT } from './config.js';
import { configured, explained } from './config-file/environment.js';
import { EngineError } from './engine/index.js';
import { addLegsCommands } from './legs-command.js';
import { type ListenOptions, listen } from './listen.js';
import type { ServeCommand } from './serve.js';
import { SERVE_HELP } from './serve-help.js';
import { addSimulateCommand } from './simulate/command.js';
import { addSpeechCommands } from './speech-command.js';
import { addTuneCommand } from './tune/command.js';

interface ListenCommand extends Omit<ListenOptions, 'secret'> {
  readonly secret?: string;
  readonly secretFile?: string;
}

/** Files that this process and its children write are private to their owner, whatever the shell's umask is. */
const OWNER_ONLY = 0o077;
process.umask(OWNER_ONLY);

/** The package.json with the version: the same path from the compiled file and from the bundled one. */
const PACKAGE = new URL('../../package.json', import.meta.url);
const { version }: { readonly version: string } = JSON.parse(readFileSync(PACKAGE, 'utf8'));

const program = new Command('parley')
  .description('An actor-based runtime for real-time voice calls, messaging and campaigns.')
  .version(version, '--version', 'print the version')
  .showHelpAfterError('(run with --help to see how)');

program
  .command('serve')
  .description(
    'Run a node. Without configuration it brings its own nats-server and a simulated phone network.',
  )
  .option('--port <port>', `port to listen on, 0 for a free one (default ${DEFAULT_PORT}; PARLEY_PORT)`)
  .option('--host <address>', 'address to listen on (default 127.0.0.1; PARLEY_HOST)')
  .option('--data-dir <path>', `where everything is kept (default ${DEFAULT_DATA_DIR}; PARLEY_DATA_DIR)`)
  .option(
    '--config <path>',
    'configuration file (default parley.config.yaml, .yml or .json here, where there is one; PARLEY_CONFIG)',
  )
  .addHelpText('after', SERVE_HELP)
  .action(async (options: ServeCommand) => {
    // Loads the whole service, which no other command needs.
    const { serve } = await import('./serve.js');
    await serve(options);
  });

program
  .command('listen')
  .description('Receive webhooks: verifies each delivery and prints it as a line of JSON.')
  .option('--secret-file <path>', 'file with the signingSecret of the subscription, - for standard input')
  .option('--secret <secret>', 'the same in the open: other users of this machine can read it')
  .option('--port <port>', 'port to listen on, 0 for a free one', whole(0), 9090)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addHelpText(
    'after',
    `
Writes {"event":"listen.ready","url":…} first. Answers 204 to what is verified and 401 to what is not.
A service takes addresses like http://127.0.0.1:9090/ only with PARLEY_DEVELOPMENT=1.
docs/webhooks.md shows how to verify deliveries in a program of your own.`,
  )
  .action(async ({ secret, secretFile, ...options }: ListenCommand) => {
    const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
    if ((secret === undefined) === (secretFile === undefined))
      throw new ConfigError(
        'give the secret of the subscription: --secret-file <path>, or - for standard input',
      );
    const given = secret ?? readSecret('--secret-file', secretFile ?? '');
    const listener = await listen({ ...options, secret: given }, print);
    print({ event: 'listen.ready', url: listener.url });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => listener.close());
  });

program
  .command('providers')
  .description('Who thinks, listens and speaks for agents.')
  .command('test [provider]')
  .description(
    'Say a few words to each provider of PARLEY_MODEL, PARLEY_RECOGNISER and PARLEY_SYNTHESISER, and ask each carrier for its account, or the one that is named; it costs what a few words cost.',
  )
  .option('--json', 'print one JSON object; what it does anyway where the output is no terminal')
  .addHelpText(
    'after',
    `
Reads the same environment as parley serve (docs/providers.md); no service need run. Ends with 1 where one of them failed.`,
  )
  .action(async (provider: string | undefined, { json = false }: { readonly json?: boolean }) => {
    const { testProviders } = await import('./provider-test.js');
    const settings = configured(undefined, process.env, process.cwd());
    const { testCarriers } = await import('./carrier-test.js');
    const providers = await explained(settings, async () => [
      ...(await testCarriers(settings.env, provider ?? null)),
      ...(await testProviders(settings.env, provider ?? null, Date.now)),
    ]);
    if (providers.length === 0)
      throw new ConfigError(
        provider === undefined
          ? 'no provider is configured; name one in PARLEY_MODEL, PARLEY_RECOGNISER or PARLEY_SYNTHESISER, or give a carrier an account'
          : `${provider} is not configured; name it in PARLEY_MODEL, PARLEY_RECOGNISER or PARLEY_SYNTHESISER`,
      );
    const isJson = json || !process.stdout.isTTY;
    process.stdout.write(isJson ? `${JSON.stringify({ providers })}\n` : forReaders({ providers }));
    if (providers.some(({ ok }) => !ok)) process.exitCode = 1;
  });

program
  .command('config')
  .description('The configuration file.')
  .command('check [file]')
  .description('Say what a configuration file sets, or what is wrong with it. Starts nothing.')
  .option('--json', 'print one JSON object; what it does anyway where the output is no terminal')
  .addHelpText(
    'after',
    `
Reads it as parley serve does: with the environment, which wins. Lines are described in docs/configuration.md and, for
editors, in docs/parley.config.schema.json. Ends with 1 where something is wrong.`,
  )
  .action(async (file: string | undefined, { json = false }: { readonly json?: boolean }) => {
    const { checkConfig } = await import('./config-file/check.js');
    const report = await checkConfig(file, process.env, process.cwd());
    process.stdout.write(json || !process.stdout.isTTY ? `${JSON.stringify(report)}\n` : forReaders(report));
  });

addAdminCommands(program);
addSpeechCommands(program);
addLegsCommands(program);
addSimulateCommand(program);
addTuneCommand(program);

try {
  await program.parseAsync();
} catch (error) {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof DomainError ||
    error instanceof EngineError ||
    error instanceof JournalUnusable ||
    error instanceof ListenFailure;
  process.stderr.write(
    `parley: ${isExplained ? error.message : error instanceof Error ? error.stack : String(error)}\n`,
  );
  // A node that failed to start may have threads running; none of their work is worth waiting for.
  process.exit(1);
}
