/**
 * `parley admin contacts import` and `parley admin data-source upload`: for files that are too large for a request. The
 * file is stored beside the journal; the service reads it immediately, or when it next runs.
 */
import { randomUUID } from 'node:crypto';
import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { business } from '../../actors/business/index.js';
import { contactImport } from '../../actors/contact-import/index.js';
import { dataSource } from '../../actors/data-source/index.js';
import { requireCountry } from '../../operations/mobile.js';
import { createObjectAssetStore } from '../../providers/assets/object-store.js';
import { DomainError } from '../../schemas/errors.js';
import { ConfigError } from '../config/index.js';
import { addAction } from './action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef, idOption } from './as-admin.js';

interface FileOptions extends AdminOptions {
  readonly business: string;
  readonly file: string;
}

const FILE_OPTION = ['--file <path>', 'CSV, TSV, JSON, XLSX or XLSM'] as const;
const SOURCE_FILE_OPTION = [
  '--file <path>',
  'CSV, TSV, JSON, XLSX or XLSM; for an unstructured source PDF, DOCX, HTML, Markdown or text',
] as const;
const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;

const list = (text: string): readonly string[] => text.split(',').map((part) => part.trim());

export const addContactsCommands = (admin: Command): void => {
  const group = admin.command('contacts').description('Contacts in bulk.');
  addAction(
    group
      .command('import')
      .description(
        'Import a file of any size; prints {"jobId"}. GET /api/v1/contacts/imports shows its progress.',
      )
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(...FILE_OPTION)
      .requiredOption('--category <ids>', 'category ids for all contacts, separated by commas', list)
      .option('--country <code>', 'default country of numbers without a plus sign, like DE'),
    (options: FileOptions & { category: readonly string[]; country?: string }) =>
      asAdmin(options, async (session) => {
        const ref = businessRef(options.business);
        const { answer } = await session.actors.query(business, ref, 'get');
        for (const id of options.category)
          if (!Object.hasOwn(answer.categories, id)) throw new DomainError('category_not_found');
        if (options.country !== undefined) requireCountry(options.country);
        const jobId = randomUUID();
        const { fileName, bytes } = await storeFile(session, options.file, jobId);
        const mapping = options.country === undefined ? {} : { defaultCountry: options.country };
        await session.actors.ask(
          contactImport,
          { business: ref.business, id: jobId },
          {
            type: 'start',
            request: { fileName, assetId: jobId, bytes, categoryIds: options.category, mapping },
          },
        );
        return { jobId };
      }),
  );
};

export const addDataSourceCommands = (admin: Command): void => {
  const group = admin.command('data-source').description('Data Sources in bulk.');
  addAction(
    group
      .command('upload')
      .description(
        'Upload a file of any size to a source; prints {"ingestionId"}. GET /api/v1/data-sources/ingestions shows its progress.',
      )
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--source <id>', 'id of the Data Source')
      .requiredOption(...SOURCE_FILE_OPTION),
    (options: FileOptions & { source: string }) =>
      asAdmin(options, async (session) => {
        const { business: businessId } = businessRef(options.business);
        const sourceId = idOption('--source', options.source, 'GET /api/v1/data-sources lists');
        const ref = { business: businessId, id: sourceId };
        await session.actors.query(dataSource, ref, 'get');
        const versionId = randomUUID();
        const { fileName, bytes } = await storeFile(session, options.file, versionId);
        await session.actors.ask(dataSource, ref, {
          type: 'receive',
          versionId,
          fileName,
          assetId: versionId,
          bytes,
        });
        return { ingestionId: versionId };
      }),
  );
};

/** @throws ConfigError when there is no such file */
const storeFile = async (
  { nc, replicas }: Admin,
  path: string,
  assetId: string,
): Promise<{ readonly fileName: string; readonly bytes: number }> => {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats?.isFile() !== true) throw new ConfigError(`--file is "${path}"; there is no such file`);
  const assets = await createObjectAssetStore(nc, replicas);
  await assets.keep(assetId, createReadStream(path, { highWaterMark: 1024 * 1024 }));
  return { fileName: basename(path), bytes: stats.size };
};
