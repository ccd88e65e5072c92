/** `parley admin suppression`: numbers and identities that a business may not contact (docs/reference/api.md "Suppression"). */
import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import type { Command } from 'commander';
import { business } from '../../actors/business/index.js';
import type { Point, SuppressionPurpose } from '../../actors/contact-point/events.js';
import { contactPoint } from '../../actors/contact-point/index.js';
import { inParallel } from '../../operations/in-parallel.js';
import { contactPointOf } from '../../operations/outreach/contact-point-of.js';
import { liftSuppression, suppress } from '../../operations/outreach/suppressing.js';
import { pointOf, readSuppressionFile, suppressionsCsv } from '../../operations/outreach/suppression-file.js';
import { SUPPRESSION_PURPOSES, type SuppressionResource } from '../../schemas/campaigns/suppression.js';
import { DomainError } from '../../schemas/errors.js';
import { ConfigError } from '../config/index.js';
import { addAction } from './action.js';
import { type Admin, type AdminOptions, asAdmin, businessRef } from './as-admin.js';
import { sealerOf } from './toolbox.js';

interface BusinessOptions extends AdminOptions {
  readonly business: string;
}

interface PointOptions extends BusinessOptions {
  readonly address: string;
  readonly channel: string;
  readonly purpose: string;
}

const BUSINESS_OPTION = ['--business <id>', 'id of the business'] as const;
const ADDRESS_OPTION = ['--address <address>', 'number in E.164, or a person’s id on the channel'] as const;
const CHANNEL_OPTION = ['--channel <name>', 'phone (calls and WhatsApp) or instagram', 'phone'] as const;
const PURPOSE_OPTION = [
  '--purpose <name>',
  'service (all contact that the business initiates) or marketing',
  'service',
] as const;
/** Contact points that are read or written concurrently. */
const WIDTH = 32;

export const addSuppressionCommands = (admin: Command): void => {
  const group = admin
    .command('suppression')
    .description('Numbers and identities that a business may not contact.');
  addList(group);
  addAdd(group);
  addRemove(group);
  addImport(group);
  addExport(group);
};

/** @throws DomainError business_not_found */
const requireBusiness = async ({ actors }: Admin, id: string): Promise<string> => {
  const ref = businessRef(id);
  await actors.query(business, ref, 'get');
  return ref.business;
};

/** @throws ConfigError */
const pointIn = ({ address, channel }: PointOptions): Point => {
  const point = channel === 'phone' || channel === 'instagram' ? pointOf(channel, address) : null;
  if (point !== null) return point;
  throw new ConfigError(
    `--address is "${address}"; give a number in E.164, or with --channel instagram the id of a person`,
  );
};

/** @throws ConfigError */
const purposeIn = ({ purpose }: PointOptions): SuppressionPurpose => {
  const found = SUPPRESSION_PURPOSES.find((each) => each === purpose);
  if (found !== undefined) return found;
  throw new ConfigError(`--purpose is "${purpose}"; write service or marketing`);
};

/** Newest first. */
const listOf = async (session: Admin, businessId: string): Promise<readonly SuppressionResource[]> => {
  const found: SuppressionResource[] = [];
  const refs = await session.find('contact-point', { business: businessId });
  await inParallel(refs, WIDTH, async (ref) => {
    const { answer } = await session.actors.query(contactPoint, ref, 'suppressions');
    for (const { point, purpose, source, reason, by, at, isComplete } of answer)
      found.push({
        id: `${ref.id}-${purpose}-${source}`,
        ...point,
        purpose,
        source,
        reason,
        by,
        status: isComplete ? 'suppressed' : 'suppressing',
        createdAt: new Date(at).toISOString(),
      });
  });
  return found.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
};

const addList = (group: Command): void => {
  addAction(
    group
      .command('list')
      .description('List the suppressions of a business, newest first.')
      .requiredOption(...BUSINESS_OPTION),
    (options: BusinessOptions) =>
      asAdmin(options, async (session) => ({
        suppressions: await listOf(session, await requireBusiness(session, options.business)),
      })),
  );
};

const addAdd = (group: Command): void => {
  addAction(
    group
      .command('add')
      .description('Suppress a number or an identity; returns once no call to it can be placed any more.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(...ADDRESS_OPTION)
      .option(...CHANNEL_OPTION)
      .option(...PURPOSE_OPTION)
      .option('--reason <text>', 'reason', '')
      .option('--hang-up', 'also hang up calls that were already placed'),
    (options: PointOptions & { reason: string; hangUp?: boolean }) =>
      asAdmin(options, async (session) => {
        const businessId = await requireBusiness(session, options.business);
        const { actors } = session;
        const { result } = await suppress(
          { actors, sealer: await sealerOf(session) },
          businessId,
          {
            point: pointIn(options),
            purpose: purposeIn(options),
            source: 'operator',
            reason: options.reason,
            by: null,
            hangUp: options.hangUp === true,
          },
          randomUUID(),
        );
        return { businessId, ...result.point, purpose: result.purpose, callsAtCarrier: result.atCarrier };
      }),
  );
};

const addRemove = (group: Command): void => {
  addAction(
    group
      .command('remove')
      .description(
        'Remove the suppressions of a number or an identity for one purpose, whatever their source.',
      )
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption(...ADDRESS_OPTION)
      .option(...CHANNEL_OPTION)
      .option(...PURPOSE_OPTION),
    (options: PointOptions) =>
      asAdmin(options, async (session) => {
        const businessId = await requireBusiness(session, options.business);
        const { actors } = session;
        const deps = { actors, sealer: await sealerOf(session) };
        const point = pointIn(options);
        const purpose = purposeIn(options);
        const { answer } = await actors.query(
          contactPoint,
          contactPointOf(deps, businessId, point),
          'suppressions',
        );
        const found = answer.filter((each) => each.purpose === purpose);
        if (found.length === 0) throw new DomainError('suppression_not_found');
        for (const each of found) await liftSuppression(deps, businessId, point, each, null, randomUUID());
        return { businessId, ...point, purpose, removed: found.map(({ source }) => source) };
      }),
  );
};

const addImport = (group: Command): void => {
  addAction(
    group
      .command('import')
      .description('Suppress the entries of a CSV file; columns: address, channel, purpose, reason.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--file <path>', 'CSV of up to 50,000 rows'),
    (options: BusinessOptions & { file: string }) =>
      asAdmin(options, async (session) => {
        const businessId = await requireBusiness(session, options.business);
        const deps = { actors: session.actors, sealer: await sealerOf(session) };
        const { rows, wanted, failed, issues } = await readSuppressionFile(await readFile(options.file));
        await inParallel(wanted, WIDTH, async (row) => {
          const suppression = { ...row, source: 'import', by: null, hangUp: false } as const;
          await suppress(deps, businessId, suppression, randomUUID());
        });
        return { businessId, rows, suppressed: wanted.length, failed, issues };
      }),
  );
};

const addExport = (group: Command): void => {
  addAction(
    group
      .command('export')
      .description('Write all suppressions of a business to a CSV file, in the format of the import.')
      .requiredOption(...BUSINESS_OPTION)
      .requiredOption('--file <path>', 'file to write; an existing file is not replaced'),
    (options: BusinessOptions & { file: string }) =>
      asAdmin(options, async (session) => {
        const businessId = await requireBusiness(session, options.business);
        const rows = await listOf(session, businessId);
        await writeFile(options.file, suppressionsCsv(rows, true), { flag: 'wx' });
        return { businessId, file: options.file, rows: rows.length };
      }),
  );
};
