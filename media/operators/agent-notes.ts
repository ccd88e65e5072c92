/** Sends a note to the agent of a live call, wherever its session runs. */
import type { NatsConnection } from '@nats-io/transport-node';
import type { NoteDesk } from '../../operations/calls/note-desk.js';
import { requestMedia } from './call-lines.js';
import { openSubject } from './line-messages.js';

export const createAgentNotes = (nc: NatsConnection): NoteDesk => ({
  deliver: async (businessId, callId, noteId, text) => {
    await requestMedia(nc, openSubject(businessId, callId), { type: 'note', note: noteId, text });
  },
});
