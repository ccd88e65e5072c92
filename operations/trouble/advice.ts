/** Advice to operators about trouble, in one sentence. Pure. */
import type { Trouble } from '../../actors/runtime/trouble/trouble.js';
import { assertNever } from '../../schemas/assert.js';

import { SKIPPED } from './views-watch.js';

/** By the code of the last error, which is more specific than the kind of trouble. */
const BY_CODE: Readonly<Record<string, string>> = {
  upgrade_in_progress:
    'A newer build wrote it: upgrade the nodes, and it resumes by itself. To skip its commit permanently: `parley admin journal skip`.',
  journal_unreadable:
    'The actor’s journal cannot be read: upgrade to a build that can read it, then retry, or skip the commit permanently with `parley admin journal skip`.',
  settlement_unknown: 'Compare the call with the ledger of the business, then drop it: nothing is charged.',
  http_410:
    'The endpoint is gone, and its subscription is paused until an owner resumes it: contact the subscriber. Retrying queues the events for then. Dropping this discards them.',
  paused_too_long:
    'The subscription was paused for more than 72 hours: contact the owner. Retrying queues the events for when it is resumed. Dropping this discards them.',
  recordings_unavailable: 'Repair the recording store, then retry. Dropping this loses the recording.',
};

/** By the kind of effect. */
const BY_SORT: Readonly<Record<string, string>> = {
  'call-finish_recording': 'Repair the recording store, then retry. Dropping this loses the recording.',
  'call-settle': 'Check the business and the campaign, then retry. Dropping this charges nothing.',
  'contact-import-import_contacts': 'Retry once the cause is fixed. Dropping this fails the import.',
  'contact-job-run_contact_job':
    'Retry once the cause is fixed. Dropping this fails the job; contacts that it has changed stay changed.',
  'data-source-query_database': 'Retry once the cause is fixed. Dropping this fails the version.',
  'data-source-read_document': 'Retry once the cause is fixed. Dropping this fails the version.',
  'data-source-ingest': 'Retry once the cause is fixed. Dropping this fails the version.',
  'conversation-compose_reply':
    'Check the model and the agent, then retry. Dropping this leaves the message unanswered.',
  'conversation-send_message': 'Reconnect the account, then retry. Dropping this fails the message.',
};

export const adviceOn = ({ kind, what, code }: Pick<Trouble, 'kind' | 'what' | 'code'>): string => {
  const specific = BY_CODE[code] ?? BY_SORT[what];
  if (specific !== undefined) return specific;
  switch (kind) {
    case 'effect':
      return 'Fix the cause that the log names (effect.failed), then retry. Dropping this abandons the effect permanently.';
    case 'actor':
      return 'Upgrade to a build that can read it, then retry, or skip the commit with `parley admin journal skip`.';
    case 'wake':
      return 'The actor fails at its timer: upgrade, then retry. Dropping this hides it.';
    case 'reaction':
      return 'Retry once the cause is fixed. If you drop this, the commit is not processed.';
    case 'webhook':
      return 'Contact the subscriber, then retry to send all of them again. Dropping this discards them.';
    case 'views':
      return what === SKIPPED
        ? 'Upgrade the nodes to a build that shows it; the entry disappears a minute later. Dropping this hides it.'
        : 'Upgrade the nodes. If you drop this, the read models continue without the commit.';
    case 'limit':
      return 'Check the latest calls of the business and its API keys, then drop this entry. The next hit is reported again.';
    case 'clock':
      return 'Set that clock and keep it in sync with NTP; the entry disappears by itself.';
    default:
      return assertNever(kind);
  }
};
