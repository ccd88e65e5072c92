/** States that change too often to publish every change: an open page receives their current values once a second. */
import { assertNever } from '../../schemas/assert.js';
import type { LiveEvent } from '../../schemas/events/live.js';
import { iso } from '../../views/kernel/dates.js';
import type { ViewStore } from '../../views/views.js';

/** The owner of a gathered state. */
export interface Gathered {
  readonly kind: 'iteration' | 'import' | 'ingestion';
  readonly id: string;
}

export type GatheredViews = Pick<ViewStore, 'iterationFacts' | 'iteration' | 'contactImport' | 'ingestion'>;

/** The current state; null if the views do not know it. `at`: now, ms since the epoch. */
export const gatheredEvent = (
  views: GatheredViews,
  businessId: string,
  { kind, id }: Gathered,
  at: number,
): LiveEvent | null => {
  const occurredAt = iso(at);
  switch (kind) {
    case 'iteration': {
      const facts = views.iterationFacts(businessId, id);
      const iteration = facts && views.iteration(facts.campaignId, id, at);
      if (facts === null || iteration === null) return null;
      const { status, audienceReady, counts, progress } = iteration;
      return { type: 'iteration.progress', occurredAt, ...facts, status, audienceReady, counts, progress };
    }
    case 'import': {
      const job = views.contactImport(businessId, id);
      if (job === null) return null;
      const { jobId, status, fileName, counts, finishedAt } = job;
      return { type: 'import.progress', occurredAt, jobId, status, fileName, counts, finishedAt };
    }
    case 'ingestion': {
      const version = views.ingestion(businessId, id);
      if (version === null) return null;
      const { ingestionId, sourceId, versionId, stage, versionStatus, fileName, counts } = version;
      const ids = { ingestionId, sourceId, versionId };
      return { type: 'ingestion.progress', occurredAt, ...ids, stage, versionStatus, fileName, counts };
    }
    default:
      return assertNever(kind);
  }
};
