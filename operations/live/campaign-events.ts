/** The live events of a campaign's iteration for open pages, as they happen (docs/how-to/live-updates.md). Pure. */
import type { IterationEvent } from '../../actors/iteration/events.js';
import type { RecipientsEvent } from '../../actors/recipients/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { IterationStatus } from '../../schemas/campaigns/campaign.js';
import type { LiveEvent } from '../../schemas/events/live.js';
import type { IterationFacts } from '../../views/campaigns/index.js';
import { iso } from '../../views/kernel/dates.js';

/** Null if the event is not published by itself. `at`: time of the commit, ms since the epoch. */
export const iterationLiveEvent = (
  iteration: IterationFacts,
  event: IterationEvent,
  at: number,
): LiveEvent | null => {
  const facts = { occurredAt: iso(at), ...iteration };
  const status = (current: IterationStatus): LiveEvent => ({
    type: 'iteration.status',
    ...facts,
    status: current,
  });
  switch (event.type) {
    case 'iteration.created':
      return { type: 'iteration.created', ...facts };
    case 'iteration.started':
      return status('running');
    case 'iteration.paused':
      return status('paused');
    case 'iteration.cancelling':
      return status('cancelling');
    case 'iteration.ended':
      return status(event.status);
    default:
      return null;
  }
};

/** Whether the event changes the displayed progress of the iteration. */
export const movesIteration = (event: IterationEvent): boolean => {
  switch (event.type) {
    case 'iteration.created':
    case 'iteration.block_loaded':
    case 'iteration.started':
    case 'iteration.paused':
    case 'iteration.cancelling':
    case 'iteration.ended':
    case 'iteration.gate_changed':
      return true;
    case 'iteration.permitted':
    case 'iteration.block_directed':
    case 'iteration.block_reported':
    case 'iteration.sized':
    case 'iteration.size_due':
      return false;
    default:
      return assertNever(event);
  }
};

/** The same for an event of its recipients: whether it moves any of them from one status to another. */
export const movesRecipients = (event: RecipientsEvent): boolean => {
  switch (event.type) {
    case 'recipients.created':
    case 'recipients.claimed':
    case 'recipients.released':
    case 'recipient.contacted':
    case 'recipient.ended':
    case 'recipient.skipped':
    case 'recipient.postponed':
    case 'recipients.retries_due':
    case 'recipients.held':
    case 'recipients.hold_ended':
    case 'recipients.cancelled':
      return true;
    case 'recipients.permitted':
    case 'recipients.gated':
    case 'recipients.reported':
    case 'recipients.report_taken':
    case 'recipient.handed_over':
    case 'recipient.withdrawn':
      return false;
    default:
      return assertNever(event);
  }
};
