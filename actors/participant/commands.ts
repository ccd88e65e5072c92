/** What a channel participant can be told and asked. */

export type ParticipantCommand =
  /** A first message came. Asked again it changes nothing. */
  | {
      readonly type: 'appear';
      readonly channel: 'whatsapp' | 'instagram';
      readonly accountId: string;
      readonly address: string;
      readonly displayName: string | null;
    }
  /**
   * Says whose identity it is. Refused with `participant_linked` when it is another contact's, unless that is `instead`,
   * which is gone.
   */
  | { readonly type: 'link'; readonly contactId: string; readonly instead?: string | null };

export interface ParticipantReplies {
  readonly appear: ParticipantDetails;
  readonly link: ParticipantDetails;
}

export interface ParticipantQueries {
  /** @throws DomainError participant_not_found */
  get(): ParticipantDetails;
}

export interface ParticipantDetails {
  readonly participantId: string;
  readonly channel: 'whatsapp' | 'instagram';
  readonly displayName: string | null;
  readonly contactId: string | null;
}
