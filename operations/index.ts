/** The operations, put together. */
import { agentOperations } from './agents.js';
import { callOperations } from './calls.js';
import { categoryOperations } from './categories.js';
import { channelOperations } from './channels.js';
import { contactImportOperations } from './contact-imports.js';
import { contactOperations } from './contacts.js';
import { dataSourceOperations } from './data-sources.js';
import type { OperationsDeps } from './deps.js';
import type { Operations } from './operations.js';

export const createOperations = (deps: OperationsDeps): Operations => ({
  ...agentOperations(deps),
  ...contactOperations(deps),
  ...categoryOperations(deps),
  ...channelOperations(deps),
  ...contactImportOperations(deps),
  ...dataSourceOperations(deps),
  ...callOperations(deps),
});
