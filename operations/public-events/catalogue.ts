/** The one catalogue of public events: what is sent to webhook subscribers, and published to open pages. */

import type { LiveEvent } from '../../schemas/events/live.js';
import { AGENTS } from './agents.js';
import { ALERTS } from './alerts.js';
import { ANALYSES } from './analyses.js';
import { CALLS } from './calls.js';
import { ITERATIONS, RECIPIENTS } from './campaigns.js';
import { CONVERSATION_ANALYSES } from './conversation-analyses.js';
import { CONVERSATIONS } from './conversations.js';
import { CONVERSATION_NOTES, TEAMS } from './desk.js';
import { CONTACT_JOBS, IMPORTS, INGESTIONS } from './jobs.js';
import { REVIEWS } from './reviews.js';
import type { Gathered, GatheredViews, PublicSource } from './source.js';

/** Every kind of actor that has public events. */
export const PUBLIC_SOURCES: readonly PublicSource[] = [
  ...[
    CONVERSATIONS,
    CONVERSATION_ANALYSES,
    CONVERSATION_NOTES,
    TEAMS,
    CALLS,
    ANALYSES,
    REVIEWS,
    ITERATIONS,
    RECIPIENTS,
    ALERTS,
    AGENTS,
    IMPORTS,
    CONTACT_JOBS,
    INGESTIONS,
  ],
];

/** The current value of a gathered state; null if the views do not know its owner. `at`: now, ms since the epoch. */
export const currentEvent = (
  views: GatheredViews,
  businessId: string,
  { kind, id }: Gathered,
  at: number,
): LiveEvent | null => {
  const state = PUBLIC_SOURCES.find(({ gathered }) => gathered?.live === kind)?.gathered;
  return state?.current(views, businessId, id, at) ?? null;
};
