/** What happened to a contact, and to the reservation of a mobile number. */

export type ContactEvent = {
  readonly type: 'contact.created';
  readonly name: string;
  /** E.164. */
  readonly mobile: string;
  readonly categoryIds: readonly string[];
  readonly fields: Readonly<Record<string, string>>;
};
