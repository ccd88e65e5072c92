/** What the API can do, the console can do: every operation is used, or stands below with a reason. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { OperationId } from '../api/client.js';
import { OPERATIONS } from '../api/operations.js';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Operations that no page uses, and why. */
const UNUSED: Readonly<Partial<Record<OperationId, string>>> = {
  // The page has an operation of its own for the same, which also returns what the page shows with it.
  listChannels: 'Pages list channel accounts: listChannelAccounts.',
  readInstagramConnection: 'Pages show every connected account: listChannelAccounts.',
  deleteInstagramConnection: 'Pages disconnect any account: disconnectChannelAccount.',
  markMessagesRead: 'Pages mark a whole conversation: markConversationRead.',
  listWrittenConversations: 'The inbox has unread counts as well: listConversations.',
  readWrittenConversation: 'The inbox reads the same with its state: readConversation.',
  readBusiness: 'The session and the settings have the business: readSession, readSettings.',
  readSimulationScenario: 'The list has whole scenarios: listSimulationScenarios.',
  readAgentTest: 'The test of an agent stays open while its page does.',
  readWebhookContract: 'The reference explains deliveries and their signature.',
  // The page shows the same, and its download is for programs.
  listPublishedVersions: 'Versions are compared by listAgentVersions.',
  readPublishedVersion: 'Versions are compared by listAgentVersions.',
  exportAuditCsv: 'Programs take the log from here.',
  exportAuditNdjson: 'Programs take the log from here.',
  downloadSessionLog: 'Support takes the log of a call from here.',
  eraseSessionLog: 'Support erases the log of a call.',
  listAnalysisRuns: 'Runs over past calls are started by programs.',
  runAnalysis: 'Runs over past calls are started by programs.',
  updateSavedView: 'A changed view is saved as another one, and the former removed.',
  sendMessage: 'Pages write to contacts and in conversations: writeToContact, replyInConversation.',
  readMessage: 'The thread of a conversation has the state of each message.',
  // It is opened by address, not by its name.
  followLive: 'api/stream.ts opens it.',
};

const NAMING: ReadonlySet<string> = new Set(
  ['operations.ts', 'affected.ts', 'live-cache.ts'].map((name) => join('api', name)),
);

const sources = readdirSync(ROOT, { recursive: true, encoding: 'utf8' })
  .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !path.includes('node_modules'))
  // These name operations without a request.
  .filter((path) => !NAMING.has(path) && !path.startsWith('testing'))
  .map((path) => readFileSync(join(ROOT, path), 'utf8'))
  .join('\n');

const isUsed = (operation: string): boolean =>
  new RegExp(`['"]${operation}['"]`).test(sources) ||
  new RegExp(`OPERATIONS\\.${operation}\\b`).test(sources);

test('every operation is used by the console, or it is said why not', () => {
  const forgotten = Object.keys(OPERATIONS).filter(
    (operation) => !isUsed(operation) && !Object.hasOwn(UNUSED, operation),
  );
  expect(forgotten).toEqual([]);
});
