/** The contact import actor: the import of one uploaded file into the contacts. */
import { assertNever } from '../../schemas/assert.js';
import type { ContactImportCounts, JobIssue, JobStatus } from '../../schemas/contacts/job.js';
import { DomainError } from '../../schemas/errors.js';
import type { Actor, ActorRef, Envelope, NoQueries, TimerDue } from '../runtime/actor.js';
import { CONTACT_IMPORT_EVENTS, type ContactImportEvent, type ImportRequest } from './events.js';

/** The commands of an import. */
export type ContactImportCommand =
  | { readonly type: 'start'; readonly request: ImportRequest }
  | { readonly type: 'progress'; readonly counts: ContactImportCounts }
  | {
      readonly type: 'finish';
      readonly status: 'completed' | 'failed';
      readonly counts: ContactImportCounts;
      readonly issues: readonly JobIssue[];
    };

/** Read the file and send its rows to the partitions; answers `finish`. Idempotent. */
export type ContactImportEffect = { readonly kind: 'import_contacts' } & ImportRequest;

interface ContactImportReplies {
  readonly start: StartedImport;
}

export interface StartedImport {
  readonly jobId: string;
  readonly status: JobStatus;
  readonly fileName: string;
  readonly counts: ContactImportCounts;
  /** ms since the epoch. */
  readonly createdAt: number;
}

/** `request` is null until the import is accepted. */
interface ContactImportState {
  readonly jobId: string;
  readonly request: ImportRequest | null;
  readonly status: StartedImport['status'];
  readonly counts: ContactImportCounts;
  readonly createdAt: number;
}

const NO_COUNTS: ContactImportCounts = { rows: 0, created: 0, updated: 0, skipped: 0, failed: 0 };

const initial = (ref: ActorRef): ContactImportState => ({
  jobId: ref.id,
  request: null,
  status: 'queued',
  counts: NO_COUNTS,
  createdAt: 0,
});

const isFinished = ({ status }: ContactImportState): boolean => status === 'completed' || status === 'failed';

const decide = (
  state: ContactImportState,
  { command }: Envelope<ContactImportCommand | TimerDue>,
): readonly ContactImportEvent[] => {
  switch (command.type) {
    case 'timer_due':
      return [];
    case 'start':
      return state.request === null ? [{ type: 'import.accepted', ...command.request }] : [];
    case 'progress':
      return isFinished(state) ? [] : [{ type: 'import.progressed', counts: command.counts }];
    case 'finish': {
      const { status, counts, issues } = command;
      return isFinished(state) ? [] : [{ type: 'import.finished', status, counts, issues }];
    }
    default:
      return assertNever(command);
  }
};

const evolve = (state: ContactImportState, event: ContactImportEvent, at: number): ContactImportState => {
  switch (event.type) {
    case 'import.accepted': {
      const { fileName, assetId, categoryIds, mapping } = event;
      return { ...state, request: { fileName, assetId, categoryIds, mapping }, createdAt: at };
    }
    case 'import.progressed':
      return { ...state, status: 'running', counts: event.counts };
    case 'import.finished':
      return { ...state, status: event.status, counts: event.counts };
    default:
      return assertNever(event);
  }
};

const started = ({ jobId, request, status, counts, createdAt }: ContactImportState): StartedImport => {
  if (request === null) throw new DomainError('job_not_found');
  return { jobId, status, fileName: request.fileName, counts, createdAt };
};

export const contactImport: Actor<
  ContactImportState,
  ContactImportCommand,
  ContactImportEvent,
  ContactImportEffect,
  ContactImportReplies,
  NoQueries
> = {
  kind: 'contact-import',
  events: CONTACT_IMPORT_EVENTS,
  initial,
  decide,
  evolve,
  timers: () => ({}),
  effects: (state): Readonly<Record<string, ContactImportEffect>> =>
    state.request === null || isFinished(state)
      ? {}
      : { import: { kind: 'import_contacts', ...state.request } },
  replies: { start: started },
  queries: () => ({}),
};
