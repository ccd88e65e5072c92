/** What a contact can be told and what it answers. */

export interface ContactFacts {
  readonly name: string;
  /** E.164, already reserved for this contact (actors/mobile). */
  readonly mobile: string;
  readonly categoryIds: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
}

export type ContactCommand = { readonly type: 'create'; readonly facts: ContactFacts };

export interface ContactAnswer extends ContactFacts {
  readonly contactId: string;
  /** ms since the epoch. */
  readonly createdAt: number;
}
