/** Advice to operators about trouble, in one sentence. Pure. */
import type { Trouble } from '../../actors/runtime/trouble.js';
import { assertNever } from '../../schemas/assert.js';

import { SKIPPED } from './views-watch.js';

/** By the code of the last error, which is more specific than the kind of trouble. */
const BY_CODE: Readonly<Record<string, string>> = {
  upgrade_in_progress:
    'A newer build wrote it: upgrade the nodes, and it goes on by itself. To leave its commit out for good: `parley admin journal skip`.',
  journal_unreadable:
    'The actor’s journal cannot be read: upgrade to a build that can, then retry, or leave the commit out for good with `parley admin journal skip`.',
  settlement_unknown: 'Compare the call with the ledger of the business, then drop it: nothing is charged.',
  recordings_unavailable: 'Look after the store of the recordings, then retry; a drop loses the recording.',
};

/** By the kind of effect. */
const BY_SORT: Readonly<Record<string, string>> = {
  'call-finish_recording': 'Look after the store of the recordings, then retry; a drop loses the recording.',
  'call-settle': 'Look at the business and the campaign, then retry; a drop charges nothing.',
  'contact-import-import_contacts': 'Retry once the cause is mended; a drop fails the import.',
  'data-source-query_database': 'Retry once the cause is mended; a drop fails the version.',
  'data-source-read_document': 'Retry once the cause is mended; a drop fails the version.',
  'data-source-ingest': 'Retry once the cause is mended; a drop fails the version.',
  'conversation-compose_reply': 'Look after the model or the agent, then retry; a drop leaves it unanswered.',
  'conversation-send_message': 'Connect the account anew, then retry; a drop fails the message.',
};

export const adviceOn = ({ kind, what, code }: Pick<Trouble, 'kind' | 'what' | 'code'>): string => {
  const ofCase = BY_CODE[code] ?? BY_SORT[what];
  if (ofCase !== undefined) return ofCase;
  switch (kind) {
    case 'effect':
      return 'Mend what the log says (effect.failed), then retry; a drop gives it up for good.';
    case 'actor':
      return 'Upgrade to a build that reads it, then retry, or leave the commit out with `parley admin journal skip`.';
    case 'wake':
      return 'The actor fails at its timer: upgrade, then retry; a drop hides it.';
    case 'reaction':
      return 'Retry once the cause is mended; a drop tells nobody of this commit.';
    case 'webhook':
      return 'Tell the subscriber, then retry: all are sent again; a drop discards them.';
    case 'views':
      return what === SKIPPED
        ? 'Upgrade the nodes to a build that shows it: the entry goes a minute later. A drop hides it.'
        : 'Upgrade the nodes; a drop has the read models go on without this commit.';
    case 'limit':
      return 'Look at the latest calls of the business and at its API keys, then drop this entry: the next hit is noted again.';
    case 'clock':
      return 'Set that clock, and let NTP keep it; the entry goes by itself.';
    default:
      return assertNever(kind);
  }
};
