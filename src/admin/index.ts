/** `parley admin`: all operator commands. They work whether or not the service is running. */
import type { Command } from 'commander';
import { addCommandGroups, type CommandGroups } from '../command-groups.js';

const GROUPS: CommandGroups = new Map([
  ['business', async () => (await import('./business/command.js')).addBusinessCommands],
  ['key', async () => (await import('./key.js')).addKeyCommands],
  ['user', async () => (await import('./user/command.js')).addUserCommands],
  ['channel', async () => (await import('./channel.js')).addChannelCommands],
  ['contacts', async () => (await import('./files.js')).addContactsCommands],
  ['data-source', async () => (await import('./files.js')).addDataSourceCommands],
  ['agent', async () => (await import('./agent.js')).addAgentCommands],
  ['suppression', async () => (await import('./suppression.js')).addSuppressionCommands],
  ['tool', async () => (await import('./tool/command.js')).addToolCommands],
  ['provider', async () => (await import('./provider.js')).addProviderCommands],
  ['trouble', async () => (await import('./trouble.js')).addTroubleCommands],
  ['audit', async () => (await import('./audit.js')).addAuditCommand],
  ['journal', async () => (await import('./journal/command.js')).addJournalCommands],
]);

/** `args`: the words of the command line that follow `admin`. */
export const addAdminCommands = async (program: Command, args: readonly string[]): Promise<void> => {
  const admin = program
    .command('admin')
    .description(
      'Administer businesses, keys, users and channels. Works whether or not the service is running.',
    );
  await addCommandGroups(admin, GROUPS, args[0]);
};
