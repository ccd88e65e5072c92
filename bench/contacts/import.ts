/** Uploads a file of contacts to the service, for benches that need them. */
import { openAsBlob } from 'node:fs';
import type { ContactImportJob } from '../../schemas/contacts/job.js';
import type { ApiClient } from '../../testkit/api/client.js';

/** Where files are uploaded, and with which key. */
export interface Upload {
  readonly url: string;
  readonly apiKey: string;
}

/** Uploads the file at `path` as contacts of the category. Resolves with the job, which has only been accepted. */
export const sendContacts = async (
  { url, apiKey }: Upload,
  { businessId }: ApiClient,
  categoryId: string,
  path: string,
): Promise<ContactImportJob> => {
  const form = new FormData();
  form.set('businessId', businessId);
  form.set('categoryIds', JSON.stringify([categoryId]));
  form.set('file', await openAsBlob(path), 'contacts.csv');
  const response = await fetch(`${url}/api/v1/contacts/imports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${apiKey}`, 'idempotency-key': 'bench-import' },
    body: form,
  });
  if (response.status !== 202) throw new Error(`${response.status} ${await response.text()}`);
  const accepted: { data: { job: ContactImportJob } } = JSON.parse(await response.text());
  return accepted.data.job;
};
