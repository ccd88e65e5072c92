/** What customers sent with their messages, as far as it is known: a column of the message. */
import type { Database } from 'better-sqlite3';
import type { ConversationEvent, Failure } from '../../actors/conversation/events.js';

/** What is known of it. Times in ms since the epoch. */
export interface MediaRecord {
  /** Of its message, and its own. */
  readonly id: string;
  readonly status: 'pending' | 'ready' | 'failed';
  readonly mimeType: string | null;
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly keptUntil: number | null;
  readonly failure: Failure | null;
}

/** The events that say what became of it. */
export type MediaEvent = Extract<ConversationEvent, { readonly type: 'media.kept' | 'media.failed' }>;

/** JSON of what a message carries at first; null when nothing is kept of it. */
export const mediaOfReceived = ({
  messageId: id,
  content: { media },
  keepsMedia = false,
}: Extract<ConversationEvent, { readonly type: 'message.received' }>): string | null => {
  if (media === null || !keepsMedia) return null;
  const record: MediaRecord = {
    id,
    status: 'pending',
    mimeType: media.mimeType,
    fileName: media.fileName ?? null,
    sizeBytes: null,
    sha256: null,
    keptUntil: null,
    failure: null,
  };
  return JSON.stringify(record);
};

/** The record of a column's text. */
export const parseMedia = (text: string | null): MediaRecord | null => {
  if (text === null) return null;
  const record: MediaRecord = JSON.parse(text);
  return record;
};

/** Writes down what became of it. */
export const mediaWriter = (db: Database): ((businessId: string, event: MediaEvent) => void) => {
  const find = db.prepare<[string, string], { readonly media: string | null }>(
    'SELECT media FROM messages WHERE business_id = ? AND id = ?',
  );
  const update = db.prepare<{ businessId: string; messageId: string; media: string }>(
    'UPDATE messages SET media = :media WHERE business_id = :businessId AND id = :messageId',
  );
  return (businessId, event) => {
    const { messageId } = event;
    const before = parseMedia(find.get(businessId, messageId)?.media ?? null);
    if (before !== null) update.run({ businessId, messageId, media: JSON.stringify(after(before, event)) });
  };
};

const after = (before: MediaRecord, event: MediaEvent): MediaRecord => {
  if (event.type === 'media.failed') return { ...before, status: 'failed', failure: event.failure };
  const { mimeType, sizeBytes, sha256, keptUntil } = event;
  return { ...before, status: 'ready', mimeType, sizeBytes, sha256, keptUntil };
};
