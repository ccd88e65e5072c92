/** The stored form of a call's events. */
import type { CallEvent } from '../../actors/call/events.js';
import type { JournalEvent } from '../../actors/runtime/event-versions.js';

/** An event of which the detail shows more than its name. */
export type ShownEvent = Extract<
  CallEvent,
  {
    readonly type:
      | 'call.placing'
      | 'call.turn'
      | 'call.noted'
      | 'call.tool_begun'
      | 'call.tool_ended'
      | 'call.tokens_used'
      | 'call.line_joined'
      | 'call.line_left'
      | 'call.taken_over'
      | 'call.handed_back'
      | 'call.agent_noted'
      | 'call.ended';
  }
>;

const SHOWN: Readonly<Record<ShownEvent['type'], true>> = {
  'call.placing': true,
  'call.turn': true,
  'call.noted': true,
  'call.tool_begun': true,
  'call.tool_ended': true,
  'call.tokens_used': true,
  'call.line_joined': true,
  'call.line_left': true,
  'call.taken_over': true,
  'call.handed_back': true,
  'call.agent_noted': true,
  'call.ended': true,
};

/** The stored body of an event; null: the detail shows only its name. */
export const bodyOf = (event: JournalEvent): string | null =>
  Object.hasOwn(SHOWN, event.type) ? JSON.stringify(event) : null;

/** A row of the history, without the columns that only distinguish rows. */
export interface HistoryRow {
  /** ms since the epoch. */
  readonly at: number;
  readonly type: string;
  readonly body: string | null;
}
