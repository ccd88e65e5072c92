#!/usr/bin/env node
/** The command line. */
import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { JournalUnusable } from '../actors/runtime/journal-errors.js';
import { ListenFailure } from '../gateway/server/listening.js';
import { DomainError } from '../schemas/errors.js';
import { formatReport, wholeNumber } from './admin/action.js';
import { readSecret } from './admin/secret-input.js';
import { addCommandGroups, type CommandGroups } from './command-groups.js';
import { type ListenOptions, listen } from './commands/listen.js';
import type { ServeCommand } from './commands/serve.js';
import { SERVE_HELP } from './commands/serve-help.js';
import { ConfigError } from './config/error.js';
import { LISTEN } from './config/settings/listen.js';
import { SERVICE } from './config/settings/service.js';
import { STORAGE } from './config/settings/storage.js';
import { EngineError } from './engine/index.js';
import { explainLoadFailure } from './load-failure.js';

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
    'Run a node. Without configuration it starts its own nats-server and a simulated phone network.',
  )
  .option(
    '--port <port>',
    `port to listen on, 0 for a free one (default ${LISTEN.port.default}; PARLEY_PORT)`,
  )
  .option('--host <address>', `address to listen on (default ${LISTEN.host.default}; PARLEY_HOST)`)
  .option('--data-dir <path>', `directory for all data (default ${STORAGE.dataDir.default}; PARLEY_DATA_DIR)`)
  .option('--config <path>', `configuration file (default ${SERVICE.config.defaultText}; PARLEY_CONFIG)`)
  .addHelpText('after', SERVE_HELP)
  .action(async (options: ServeCommand) => {
    // Loads the whole service, which no other command needs.
    const { serve } = await import('./commands/serve.js');
    await serve(options);
  });

program
  .command('listen')
  .description('Receive webhooks: verifies each delivery and prints it as a line of JSON.')
  .option('--secret-file <path>', 'file with the signingSecret of the subscription, - for standard input')
  .option('--secret <secret>', 'the secret itself: other users of this machine can see it')
  .option('--port <port>', 'port to listen on, 0 for a free one', wholeNumber(0), 9090)
  .option('--host <address>', 'address to listen on', '127.0.0.1')
  .addHelpText(
    'after',
    `
Writes {"event":"listen.ready","url":…} first. Answers verified deliveries with 204, others with 401.
A service accepts addresses like http://127.0.0.1:9090/ only with PARLEY_DEVELOPMENT=1.
docs/how-to/webhooks.md shows how to verify deliveries in a program of your own.`,
  )
  .action(async ({ secret, secretFile, ...options }: ListenCommand) => {
    const print = (line: object): void => void process.stdout.write(`${JSON.stringify(line)}\n`);
    if ((secret === undefined) === (secretFile === undefined))
      throw new ConfigError(
        'give the secret of the subscription: --secret-file <path>, or - for standard input',
      );
    const signingSecret = secret ?? readSecret('--secret-file', secretFile ?? '');
    const listener = await listen({ ...options, secret: signingSecret }, print);
    print({ event: 'listen.ready', url: listener.url });
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => listener.close());
  });

program
  .command('providers')
  .description('Model, STT and TTS providers of agents.')
  .command('test [provider]')
  .description(
    'Test each provider of PARLEY_MODEL, PARLEY_RECOGNISER, PARLEY_SYNTHESISER and PARLEY_EMBEDDINGS with a few words, which providers charge for, and each carrier account; or only the named one.',
  )
  .option('--json', 'print one JSON object (default if the output is not a terminal)')
  .addHelpText(
    'after',
    `
Reads the same environment as parley serve (docs/how-to/providers.md); no running service is needed. Exits with 1 if a test fails.`,
  )
  .action(async (provider: string | undefined, { json = false }: { readonly json?: boolean }) => {
    const { testProviders } = await import('./providers-in-use/provider-test.js');
    const { explainErrors, loadEnvironment } = await import('./config-file/environment.js');
    const settings = loadEnvironment(undefined, process.env, process.cwd());
    const { testCarriers } = await import('./commands/carrier-test.js');
    const providers = await explainErrors(settings, async () => [
      ...(await testCarriers(settings.env, provider ?? null)),
      ...(await testProviders(settings.env, provider ?? null, Date.now)),
    ]);
    if (providers.length === 0)
      throw new ConfigError(
        provider === undefined
          ? 'no provider is configured; set PARLEY_MODEL, PARLEY_RECOGNISER or PARLEY_SYNTHESISER, or configure a carrier account'
          : `${provider} is not configured; add it to PARLEY_MODEL, PARLEY_RECOGNISER or PARLEY_SYNTHESISER`,
      );
    const isJson = json || !process.stdout.isTTY;
    process.stdout.write(isJson ? `${JSON.stringify({ providers })}\n` : formatReport({ providers }));
    if (providers.some(({ ok }) => !ok)) process.exitCode = 1;
  });

program
  .command('config')
  .description('The configuration file.')
  .command('check [file]')
  .description('Show what a configuration file sets, or what is wrong with it. Starts nothing.')
  .option('--json', 'print one JSON object (default if the output is not a terminal)')
  .addHelpText(
    'after',
    `
Reads it as parley serve does: environment variables take precedence. Settings are described in docs/reference/configuration.md and, for
editors, in docs/parley.config.schema.json. Exits with 1 if something is wrong.`,
  )
  .action(async (file: string | undefined, { json = false }: { readonly json?: boolean }) => {
    const { checkConfig } = await import('./config-file/check.js');
    const report = await checkConfig(file, process.env, process.cwd());
    process.stdout.write(
      json || !process.stdout.isTTY ? `${JSON.stringify(report)}\n` : formatReport(report),
    );
  });

const [named, ...rest] = process.argv.slice(2);
const GROUPS: CommandGroups = new Map([
  [
    'admin',
    async () => {
      const { addAdminCommands } = await import('./admin/index.js');
      return (parent: Command) => addAdminCommands(parent, rest);
    },
  ],
  ['speech', async () => (await import('./commands/speech.js')).addSpeechCommands],
  ['legs', async () => (await import('./commands/legs.js')).addLegsCommands],
  ['prune', async () => (await import('./commands/prune.js')).addPruneCommand],
  ['simulate', async () => (await import('./simulate/command.js')).addSimulateCommand],
  ['tune', async () => (await import('./tune/command.js')).addTuneCommand],
  ['replay', async () => (await import('./replay/command.js')).addReplayCommand],
  ['init', async () => (await import('./init/command.js')).addInitCommand],
  ['apply', async () => (await import('./apply/command.js')).addApplyCommand],
  ['export', async () => (await import('./apply/export/command.js')).addExportCommand],
  ['fork', async () => (await import('./fork/command.js')).addForkCommand],
]);

try {
  await addCommandGroups(program, GROUPS, named);
  await program.parseAsync();
} catch (error) {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof DomainError ||
    error instanceof EngineError ||
    error instanceof JournalUnusable ||
    error instanceof ListenFailure;
  const details = error instanceof DomainError ? error.details : [];
  const explained = explainLoadFailure(error);
  process.stderr.write(
    `parley: ${explained !== null ? explained : isExplained ? error.message : error instanceof Error ? error.stack : String(error)}\n${details
      .map(({ path, message }) => `  ${path} ${message}\n`)
      .join('')}`,
  );
  // A node that failed to start may have threads running; none of their work is worth waiting for.
  process.exit(1);
}
