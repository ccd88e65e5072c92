/** The public events of jobs: imports and changes of many contacts, and versions of Data Sources. */
import { CONTACT_IMPORT_KIND } from '../../actors/contact-import/events.js';
import { CONTACT_JOB_KIND } from '../../actors/contact-job/events.js';
import { DATA_SOURCE_KIND } from '../../actors/data-source/events.js';
import { iso } from '../../views/kernel/dates.js';
import { publicSource } from './source.js';

const WITHOUT_EVENTS = { reaction: null, subjectOf: () => null, events: [] };

export const IMPORTS = publicSource({
  ...WITHOUT_EVENTS,
  kind: CONTACT_IMPORT_KIND,
  topic: 'imports',
  gathered: {
    from: Object.keys(CONTACT_IMPORT_KIND.versions),
    when: 'An import of contacts has progressed; at most once a second.',
    live: 'import.progress',
    ownerOf: (jobId) => jobId,
    current: (views, businessId, id, at) => {
      const job = views.contactImport(businessId, id);
      if (job === null) return null;
      const { jobId, status, fileName, counts, finishedAt } = job;
      return { type: 'import.progress', occurredAt: iso(at), jobId, status, fileName, counts, finishedAt };
    },
  },
});

export const CONTACT_JOBS = publicSource({
  ...WITHOUT_EVENTS,
  kind: CONTACT_JOB_KIND,
  topic: 'contact_jobs',
  gathered: {
    from: Object.keys(CONTACT_JOB_KIND.versions),
    when: 'A job that changes many contacts has progressed; at most once a second.',
    live: 'contact_job.progress',
    ownerOf: (jobId) => jobId,
    current: (views, businessId, id, at) => {
      const job = views.contactJob(businessId, id);
      if (job === null) return null;
      const { createdAt: _, ...facts } = job;
      return { type: 'contact_job.progress', occurredAt: iso(at), ...facts };
    },
  },
});

export const INGESTIONS = publicSource({
  ...WITHOUT_EVENTS,
  kind: DATA_SOURCE_KIND,
  topic: 'ingestions',
  gathered: {
    from: Object.keys(DATA_SOURCE_KIND.versions).filter((type) => /^(?:version|document)\./.test(type)),
    when: 'A version of a Data Source has progressed; at most once a second.',
    live: 'ingestion.progress',
    ownerOf: (_, event) => (DATA_SOURCE_KIND.is(event) && 'versionId' in event ? event.versionId : null),
    current: (views, businessId, id, at) => {
      const version = views.ingestion(businessId, id);
      if (version === null) return null;
      const { ingestionId, sourceId, versionId, stage, versionStatus, fileName, counts } = version;
      const facts = { occurredAt: iso(at), ingestionId, sourceId, versionId };
      return { type: 'ingestion.progress', ...facts, stage, versionStatus, fileName, counts };
    },
  },
});
