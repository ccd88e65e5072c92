/**
 * What a file describes and a service has, in one form: names instead of ids, without defaults and ids, lists that are sets
 * in order. Two resources are the same if their fields are.
 */
import type { Json } from './json.js';

/** In the order in which they are created; they are removed in the reverse order. */
export const KINDS = ['category', 'source', 'agent', 'tool', 'webhook', 'alert'] as const;
export type Kind = (typeof KINDS)[number];

/** In words, for reports. */
export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  category: 'contact category',
  source: 'Data Source',
  agent: 'agent',
  tool: 'tool',
  webhook: 'webhook',
  alert: 'alert rule',
};

/** A resource as the file describes it. */
export interface Wanted {
  readonly kind: Kind;
  /** Its name; of a webhook, what identifies it. */
  readonly key: string;
  readonly fields: Json;
  /** What the service never returns, and so is not compared. */
  readonly unseen: Json;
  /** The content of a Data Source. */
  readonly file: SourceFile | null;
  /** The variable under which a new signing secret is saved. */
  readonly secretName: string;
}

/** A file with the content of a Data Source. */
export interface SourceFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A resource as the service has it. */
export interface Present {
  readonly kind: Kind;
  readonly key: string;
  /** A tool has its name. */
  readonly id: string;
  /** Of the project of the file. */
  readonly owned: boolean;
  /** Of another project, by its name; null: of none that is known. */
  readonly otherProject: string | null;
  readonly fields: Json;
  /** For `If-Match`; null: changes of this kind are not conditional. */
  readonly tag: string | null;
}

/** Identifies a resource among those of all kinds. */
export const placeOf = ({ kind, key }: { readonly kind: Kind; readonly key: string }): string =>
  `${kind} ${key}`;

/** The key of a subscription. */
export const webhookKey = (fields: Json): string =>
  [fields.channel, fields.phoneNumberId ?? fields.providerAccountId, fields.callbackUrl]
    .filter((part) => part !== undefined && part !== null)
    .join(' ');
