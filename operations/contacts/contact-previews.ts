/** Previews of contact imports (docs/reference/api.md "Contacts and data sources"): a file is read, and nothing is kept. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { timeoutSignal } from '../../actors/runtime/timeout-signal.js';
import { SpoolFull, takeBytes } from '../../providers/spool/account.js';
import { PRIVATE_FILE } from '../../providers/spool/spool.js';
import type { ContactImportPreview, ContactImportPreviewRequest } from '../../schemas/contacts/preview.js';
import { DomainError } from '../../schemas/errors.js';
import type { Caller } from '../caller.js';
import type { OperationsDeps } from '../deps.js';
import { knownKeysOf } from '../ingestion/known-keys.js';
import type { IngestionJob } from '../ingestion/messages.js';
import type { Ingest } from '../ingestion/thread.js';
import { requireCountry } from '../mobile.js';

interface ContactPreviewOperations {
  /**
   * What an import of this file would store. Changes nothing.
   * @throws DomainError file_unreadable, preview_too_slow, spool_full, validation_failed
   */
  preview(
    caller: Caller,
    body: ContactImportPreviewRequest,
    content: Uint8Array,
  ): Promise<ContactImportPreview>;
}

/** The longest that a preview waits and reads, ms; people are waiting for it. */
const DEADLINE_MS = 15_000;

/** `deadlineMs`: for tests. */
export const contactPreviewOperations = (
  { previewing, views }: Pick<OperationsDeps, 'previewing' | 'views'>,
  deadlineMs = DEADLINE_MS,
): ContactPreviewOperations => ({
  preview: async ({ businessId }, { fileName, mapping = {} }, content) => {
    if (mapping.defaultCountry !== undefined) requireCountry(mapping.defaultCountry);
    const signal = timeoutSignal(deadlineMs);
    try {
      return await previewing.withPlace(businessId, signal, async ({ directory, account }) => {
        const path = join(directory, 'file');
        takeBytes(account, content.length);
        await writeFile(path, content, { mode: PRIVATE_FILE });
        const file = { path, fileName };
        const knownKeys = knownKeysOf(views, businessId);
        return await previewOf(
          previewing.ingest,
          { type: 'contact_preview', file, mapping, knownKeys },
          signal,
        );
      });
    } catch (error) {
      if (error instanceof SpoolFull) throw new DomainError('spool_full');
      if (signal.aborted && error === signal.reason) throw new DomainError('preview_too_slow');
      throw error;
    }
  },
});

const previewOf = async (
  ingest: Ingest,
  job: IngestionJob,
  signal: AbortSignal,
): Promise<ContactImportPreview> => {
  for await (const message of ingest(job, signal)) {
    if (message.type === 'contact_preview') return message.preview;
    if (message.type !== 'refused') continue;
    const details = message.issues.map((issue) => ({ path: '/file', message: issue.message }));
    throw new DomainError('file_unreadable', undefined, details);
  }
  throw new Error('the ingestion thread ended without a preview');
};
