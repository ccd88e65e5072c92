/** Imports of contacts as jobs (spec section 4.6, docs/reference/api.md "Contacts and data sources"). */
import { contactImport, type StartedImport } from '../../actors/contact-import/index.js';
import type { ContactImportJob, ContactImportStart } from '../../schemas/contacts/job.js';
import { type Caller, commandIdOf } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { requireCountry } from '../mobile.js';
import type { Written } from '../written.js';
import { categoryNames } from './categories.js';

interface ContactImportOperations {
  /** Accepts the file; the import is a job in the background. @throws DomainError category_not_found, validation_failed */
  start(caller: Caller, body: ContactImportStart, content: Uint8Array): Promise<Written<ContactImportJob>>;
}

export const contactImportOperations = (deps: OperationsDeps): ContactImportOperations => ({
  start: async (caller, body, content) => {
    const { businessId } = caller;
    const { categoryIds, fileName, mapping = {} } = body;
    await categoryNames(deps, businessId, categoryIds);
    if (mapping.defaultCountry !== undefined) requireCountry(mapping.defaultCountry);
    const jobId = commandIdOf(caller);
    // Stored before the job that needs it; after a crash in between, the repeated request stores the same file again.
    await deps.assets.keep(jobId, [content]);
    const request = { fileName, assetId: jobId, bytes: content.length, categoryIds, mapping };
    const { answer, shard, seq } = await deps.actors.ask(
      contactImport,
      { business: businessId, id: jobId },
      { type: 'start', request },
    );
    return { result: accepted(answer), shard, seq };
  },
});

const accepted = ({ jobId, status, fileName, counts, createdAt }: StartedImport): ContactImportJob => ({
  jobId,
  status,
  fileName,
  counts: { ...counts },
  issues: [],
  createdAt: new Date(createdAt).toISOString(),
  finishedAt: null,
});
