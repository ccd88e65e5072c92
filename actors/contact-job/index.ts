/**
 * The contact job actor: one change of many contacts, or their deletion, partition by partition. It guarantees:
 *
 * J1. A partition counts once, however often the job is resumed.
 * J2. After a cancellation the job starts no further group of partitions, and its counts say what was done until then.
 */
import { assertNever } from '../../schemas/assert.js';
import type { ContactJobCounts, ContactJobStatus } from '../../schemas/contacts/selection.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, ActorRef, Envelope, TimerDue } from '../runtime/actor.js';
import {
  CONTACT_JOB_EVENTS,
  type ContactJobEvent,
  type ContactJobProgress,
  type ContactJobRequest,
} from './events.js';

export type ContactJobCommand =
  | { readonly type: 'start'; readonly request: ContactJobRequest }
  /** Refused with `job_not_found` if there is no such job; does nothing to a finished one. */
  | { readonly type: 'cancel' }
  /** Fails the job with the progress that it has reported. */
  | { readonly type: 'abandon' }
  | ({ readonly type: 'progress' } & ContactJobProgress)
  | ({
      readonly type: 'finish';
      readonly status: 'completed' | 'cancelled' | 'failed';
    } & ContactJobProgress);

/** Apply the job to the remaining partitions; answers `finish`. Idempotent. `acceptedAt`: ms since the epoch. */
export type ContactJobEffect = {
  readonly kind: 'run_contact_job';
  readonly acceptedAt: number;
} & ContactJobRequest;

/** A job's current state. `createdAt`: ms since the epoch. */
export interface ContactJobStanding extends ContactJobProgress {
  readonly status: ContactJobStatus;
  readonly isCancelling: boolean;
  readonly createdAt: number;
}

interface ContactJobReplies {
  readonly start: ContactJobStanding;
  readonly cancel: ContactJobStanding;
  readonly progress: ContactJobStanding;
}

interface ContactJobQueries {
  /** @throws DomainError job_not_found */
  get(): ContactJobStanding;
}

interface ContactJobState extends ContactJobStanding {
  /** Null until the job is accepted. */
  readonly request: ContactJobRequest | null;
}

const NO_COUNTS: ContactJobCounts = { matched: 0, changed: 0, skipped: 0 };

const initial = (_ref: ActorRef): ContactJobState => ({
  request: null,
  status: 'queued',
  isCancelling: false,
  partitions: 0,
  counts: NO_COUNTS,
  createdAt: 0,
});

const isFinished = ({ status }: ContactJobState): boolean => status !== 'queued' && status !== 'running';

const decide = (
  state: ContactJobState,
  { command }: Envelope<ContactJobCommand | TimerDue>,
): readonly ContactJobEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'start':
      return state.request === null ? [{ type: 'job.accepted', ...command.request }] : [];
    case 'cancel':
      if (state.request === null) throw new DomainError('job_not_found');
      return isFinished(state) || state.isCancelling ? [] : [{ type: 'job.cancellation_requested' }];
    case 'progress': {
      const { partitions, counts } = command;
      // A resumed run may report what an earlier one has reported already. J1
      if (isFinished(state) || partitions <= state.partitions) return [];
      return [{ type: 'job.progressed', partitions, counts }];
    }
    case 'abandon': {
      const { partitions, counts } = state;
      return isFinished(state) ? [] : [{ type: 'job.finished', status: 'failed', partitions, counts }];
    }
    case 'finish': {
      const { status, partitions, counts } = command;
      return isFinished(state) ? [] : [{ type: 'job.finished', status, partitions, counts }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (state: ContactJobState, event: ContactJobEvent, at: number): ContactJobState => {
  switch (event.type) {
    case 'job.accepted': {
      const { action, categoryIds, selection, dryRun, by } = event;
      return { ...state, request: { action, categoryIds, selection, dryRun, by }, createdAt: at };
    }
    case 'job.progressed':
      return { ...state, status: 'running', partitions: event.partitions, counts: event.counts };
    case 'job.cancellation_requested':
      return { ...state, isCancelling: true };
    case 'job.finished':
      return { ...state, status: event.status, partitions: event.partitions, counts: event.counts };
    default:
      return assertNever(event);
  }
};

const standing = ({
  request,
  status,
  isCancelling,
  partitions,
  counts,
  createdAt,
}: ContactJobState): ContactJobStanding => {
  if (request === null) throw new DomainError('job_not_found');
  return { status, isCancelling, partitions, counts, createdAt };
};

export const contactJob: Actor<
  ContactJobState,
  ContactJobCommand,
  ContactJobEvent,
  ContactJobEffect,
  ContactJobReplies,
  ContactJobQueries
> = {
  kind: 'contact-job',
  events: CONTACT_JOB_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: (state): Readonly<Record<string, ContactJobEffect>> =>
    state.request === null || isFinished(state)
      ? {}
      : { run: { kind: 'run_contact_job', acceptedAt: state.createdAt, ...state.request } },
  replies: { start: standing, cancel: standing, progress: standing },
  queries: (state) => ({ get: () => standing(state) }),
};
