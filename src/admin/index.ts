/** `parley admin`: all operator commands. They work whether or not the service is running. */
import type { Command } from 'commander';
import { addAgentCommands } from './agent.js';
import { addAuditCommand } from './audit.js';
import { addBusinessCommands } from './business/command.js';
import { addChannelCommands } from './channel.js';
import { addContactsCommands, addDataSourceCommands } from './files.js';
import { addJournalCommands } from './journal/command.js';
import { addKeyCommands } from './key.js';
import { addProviderCommands } from './provider.js';
import { addSuppressionCommands } from './suppression.js';
import { addToolCommands } from './tool/command.js';
import { addTroubleCommands } from './trouble.js';
import { addUserCommands } from './user/command.js';

export const addAdminCommands = (program: Command): void => {
  const admin = program
    .command('admin')
    .description(
      'Administer businesses, keys, users and channels. Works whether or not the service is running.',
    );
  addBusinessCommands(admin);
  addKeyCommands(admin);
  addUserCommands(admin);
  addChannelCommands(admin);
  addContactsCommands(admin);
  addDataSourceCommands(admin);
  addAgentCommands(admin);
  addSuppressionCommands(admin);
  addToolCommands(admin);
  addProviderCommands(admin);
  addTroubleCommands(admin);
  addAuditCommand(admin);
  addJournalCommands(admin);
};
