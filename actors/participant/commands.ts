/** Commands and queries of a channel participant. */

export type ParticipantCommand =
  /** A first message has arrived. A repetition changes nothing. */
  | {
      readonly type: 'appear';
      readonly channel: 'whatsapp' | 'instagram';
      readonly accountId: string;
      readonly address: string;
      readonly displayName: string | null;
    }
  /**
   * Links the identity to its contact. Refused with `participant_linked` if it is linked to another contact, unless that is
   * `instead`, which is gone.
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
