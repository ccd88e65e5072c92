/** Events of the quick answers of a business. */
import type { Author } from '../../schemas/accounts/audit.js';
import { eventKind, type VersionsOf } from '../runtime/event-versions.js';

/** A quick answer as it is kept. */
export interface StoredQuickAnswer {
  readonly quickAnswerId: string;
  /** In lower case. */
  readonly shortcut: string;
  readonly title: string;
  /** With placeholders. */
  readonly text: string;
}

export type QuickAnswersEvent =
  /** New or changed. `by`: the author of the change; absent: unknown. */
  | { readonly type: 'answer.saved'; readonly answer: StoredQuickAnswer; readonly by?: Author }
  | { readonly type: 'answer.removed'; readonly quickAnswerId: string; readonly by?: Author };

/** Each event with the version of the kind that is needed to read it (runtime/event-versions.ts). */
export const QUICK_ANSWERS_EVENTS = {
  'answer.saved': 1,
  'answer.removed': 1,
} as const satisfies VersionsOf<QuickAnswersEvent>;

/** The kind, for readers of its events. */
export const QUICK_ANSWERS_KIND = eventKind<QuickAnswersEvent>('quick-answers', QUICK_ANSWERS_EVENTS);
