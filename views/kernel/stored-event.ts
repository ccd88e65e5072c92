/** The journal's events as the projections get them. */
import { AGENT_KIND } from '../../actors/agent/events.js';
import { BUSINESS_KIND } from '../../actors/business/events.js';
import { CALL_KIND } from '../../actors/call/events.js';
import { CAMPAIGN_KIND } from '../../actors/campaign/events.js';
import { CHANNEL_ACCOUNT_KIND } from '../../actors/channel-account/events.js';
import { CONSOLE_USER_KIND } from '../../actors/console-user/events.js';
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { CONTACT_KIND } from '../../actors/contact-partition/events.js';
import { CONVERSATION_KIND } from '../../actors/conversation/events.js';
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { ITERATION_KIND } from '../../actors/iteration/events.js';
import { RECIPIENTS_KIND } from '../../actors/recipients/events.js';
import { type EventVersions, type Gap, gapIn, type Written } from '../../actors/runtime/event-versions.js';
import { SOURCE_ROWS_KIND } from '../../actors/source-rows/events.js';
import { SUBSCRIPTION_KIND } from '../../actors/subscription/events.js';
import { SUMMARY_RUN_KIND } from '../../actors/summary-run/events.js';

/** One event with its place in the journal. */
export interface Stored<E> {
  readonly businessId: string;
  readonly shard: number;
  /** Of the actor. */
  readonly id: string;
  readonly seq: number;
  /** Its place among the events of its commit. */
  readonly index: number;
  /** When the commit was made, ms since the epoch. */
  readonly at: number;
  readonly event: E;
}

/** The kinds of actors that have a view. */
const KINDS = [
  ...[BUSINESS_KIND, AGENT_KIND, CONTACT_KIND, CALL_KIND, CHANNEL_ACCOUNT_KIND, CONSOLE_USER_KIND],
  ...[CONTACT_IMPORT_KIND, DATA_SOURCE_KIND, CONVERSATION_KIND, SUBSCRIPTION_KIND, CAMPAIGN_KIND],
  ...[ITERATION_KIND, RECIPIENTS_KIND, SUMMARY_RUN_KIND, SOURCE_ROWS_KIND],
];

const EVENTS_OF: ReadonlyMap<string, EventVersions> = new Map(
  KINDS.map(({ name, versions }) => [name, versions]),
);

/** Null when this build can read the commit, or shows nothing of its kind. */
export const gapInCommit = (commit: Written & { readonly kind: string }): Gap | null => {
  const versions = EVENTS_OF.get(commit.kind);
  return versions === undefined ? null : gapIn(versions, commit);
};
