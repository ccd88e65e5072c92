/** What happened to somebody's identity on a channel. */

export type ParticipantEvent =
  | {
      readonly type: 'participant.appeared';
      readonly channel: 'whatsapp' | 'instagram';
      /** Ours: a phone number id, an Instagram account id. */
      readonly accountId: string;
      /** Theirs on the channel. */
      readonly address: string;
      readonly displayName: string | null;
    }
  | { readonly type: 'participant.linked'; readonly contactId: string };
