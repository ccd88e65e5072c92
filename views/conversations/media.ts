/** Media that customers sent with their messages: a column of the message. */
import type { Database } from 'better-sqlite3';
import type { ConversationEvent, Failure, Transcription } from '../../actors/conversation/events.js';

/** The known facts of a medium. Times in ms since the epoch. */
export interface MediaRecord {
  /** The id of its message, which is its own as well. */
  readonly id: string;
  readonly status: 'pending' | 'ready' | 'failed';
  readonly mimeType: string | null;
  readonly fileName: string | null;
  readonly sizeBytes: number | null;
  readonly sha256: string | null;
  readonly keptUntil: number | null;
  readonly failure: Failure | null;
  /** The words of a voice note; absent: it has not been listened to. */
  readonly transcription?: Transcription;
}

/** The events that report the result of fetching it, and of listening to it. */
export type MediaEvent = Extract<
  ConversationEvent,
  { readonly type: 'media.kept' | 'media.failed' | 'media.transcribed' }
>;

/** JSON of the media of a new message; null when it is not stored. */
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

/** Parses the text of the column. */
export const parseMedia = (text: string | null): MediaRecord | null => {
  if (text === null) return null;
  const record: MediaRecord = JSON.parse(text);
  return record;
};

/** Writes the result of fetching a medium. */
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
  if (event.type === 'media.transcribed') return { ...before, transcription: event.transcription };
  if (event.type === 'media.failed') return { ...before, status: 'failed', failure: event.failure };
  const { mimeType, sizeBytes, sha256, keptUntil } = event;
  return { ...before, status: 'ready', mimeType, sizeBytes, sha256, keptUntil };
};
