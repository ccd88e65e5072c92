/** Where the sessions of live calls are told something. */
export interface NoteDesk {
  /** @throws DomainError call_not_live where no session has the call, not_ready where none answers in time */
  tell(businessId: string, callId: string, noteId: string, text: string): Promise<void>;
}
