/** The operations, put together. */
import { agentTestOperations } from './agent-tests.js';
import { agentOperations } from './agents.js';
import { keyOperations } from './api-keys.js';
import { callOperations } from './calls.js';
import { campaignOperations } from './campaigns/campaigns.js';
import { summaryOperations } from './campaigns/summaries.js';
import { categoryOperations } from './categories.js';
import { channelOperations } from './channels.js';
import { contactImportOperations } from './contact-imports.js';
import { contactOperations } from './contacts.js';
import { dataSourceOperations } from './data-sources.js';
import type { OperationsDeps } from './deps.js';
import { inboundOperations } from './inbound.js';
import { mediaOperations } from './media-upload.js';
import { messageOperations } from './messages.js';
import type { Operations } from './operations.js';
import { sessionOperations } from './sessions.js';
import { subscriptionOperations } from './subscriptions.js';

export const createOperations = (deps: OperationsDeps): Operations => ({
  ...agentOperations(deps),
  ...contactOperations(deps),
  ...categoryOperations(deps),
  ...channelOperations(deps),
  ...contactImportOperations(deps),
  ...dataSourceOperations(deps),
  ...callOperations(deps),
  ...sessionOperations(deps),
  ...keyOperations(deps),
  ...agentTestOperations(deps),
  ...messageOperations(deps),
  ...mediaOperations(deps),
  ...inboundOperations(deps),
  ...subscriptionOperations(deps),
  ...campaignOperations(deps),
  ...summaryOperations(deps),
});
