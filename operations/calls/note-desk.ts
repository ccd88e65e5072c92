/** Delivers notes to the sessions of live calls. */
export interface NoteDesk {
  /** @throws DomainError call_not_live if no session has the call, not_ready if none answers in time */
  deliver(businessId: string, callId: string, noteId: string, text: string): Promise<void>;
}
