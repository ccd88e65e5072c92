/** The progress of a message: reports move it forward, in whatever order they arrive. Pure. */
import type { ConversationEvent, Failure, MessageProgress } from '../../actors/conversation/events.js';
import { assertNever } from '../../schemas/assert.js';
import type { MessageStatus, TaskStatus } from '../../schemas/channels/message.js';
import type { MessageRow } from './tables.js';

/** Forward only: the status of a message is the highest reached. */
const RANK: Readonly<Record<MessageStatus, number>> = {
  queued: 0,
  submitted: 1,
  accepted: 2,
  sent: 3,
  delivered: 4,
  read: 5,
  failed: 6,
};

/** The change that an event makes to a message; omitted fields stay unchanged. */
export interface Change {
  readonly status?: MessageStatus;
  readonly task?: TaskStatus;
  readonly providerMessageId?: string | null;
  readonly reported?: { readonly progress: MessageProgress; readonly at: number };
  readonly failure?: Failure | null;
  /** When we gave it up ourselves, ms since the epoch. */
  readonly failedAt?: number;
}

/** The events that change one of our messages. */
export type ChangingEvent = Extract<
  ConversationEvent,
  {
    readonly type:
      | 'message.submitted'
      | 'message.outcome_unknown'
      | 'message.postponed'
      | 'message.accepted'
      | 'message.progressed'
      | 'message.refused';
  }
>;

/** `at`: the time of the event, ms since the epoch. */
export const changeOf = (event: ChangingEvent, at: number): Change => {
  switch (event.type) {
    case 'message.submitted':
      return { status: 'submitted', task: 'running' };
    case 'message.outcome_unknown':
    case 'message.postponed':
      return { task: 'retrying' };
    case 'message.accepted':
      return { status: 'accepted', task: 'done', providerMessageId: event.providerMessageId };
    case 'message.progressed': {
      const { progress, providerMessageId, failure } = event;
      const task = progress === 'failed' ? 'failed' : 'done';
      return { status: progress, task, providerMessageId, reported: { progress, at: event.at }, failure };
    }
    case 'message.refused':
      return { status: 'failed', task: 'failed', failure: event.failure, failedAt: at };
    default:
      return assertNever(event);
  }
};

/** The changing columns of a message. */
export interface Changed {
  readonly status: MessageStatus;
  readonly taskStatus: TaskStatus;
  readonly providerMessageId: string | null;
  readonly providerStatus: MessageProgress | null;
  readonly sentAt: number | null;
  readonly deliveredAt: number | null;
  readonly readAt: number | null;
  readonly failedAt: number | null;
  readonly failure: string | null;
}

/** The message after a change. */
export const changed = (before: MessageRow, change: Change): Changed => {
  const requested = change.status ?? before.status;
  const { reported } = change;
  const at = (progress: MessageProgress, earlier: number | null): number | null =>
    earlier ?? (reported?.progress === progress ? reported.at : null);
  return {
    status: RANK[requested] > RANK[before.status] ? requested : before.status,
    taskStatus: change.task ?? before.task_status,
    providerMessageId: change.providerMessageId ?? before.provider_message_id,
    providerStatus: furthest(before.provider_status, reported?.progress ?? null),
    sentAt: at('sent', before.sent_at),
    deliveredAt: at('delivered', before.delivered_at),
    readAt: at('read', before.read_at),
    failedAt: at('failed', before.failed_at) ?? change.failedAt ?? null,
    failure: change.failure == null ? before.failure : JSON.stringify(change.failure),
  };
};

/** The more advanced of two reports, in whatever order they arrived. */
const furthest = (
  earlier: MessageProgress | null,
  reported: MessageProgress | null,
): MessageProgress | null => {
  if (earlier === null || reported === null) return earlier ?? reported;
  return RANK[reported] > RANK[earlier] ? reported : earlier;
};
