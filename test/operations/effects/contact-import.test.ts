/** A contact import counts every row of its file, even if one part is slow. */
import t from 'tap';
import type { ImportedRow } from '../../../actors/contact-partition/events.js';
import { contactImportEffects } from '../../../operations/effects/contact-import.js';
import type { IngestionMessage } from '../../../operations/ingestion/messages.js';
import type { SpoolAccount } from '../../../providers/spool/account.js';
import type { SpoolPlace } from '../../../providers/spool/spool.js';
import { contactIdIn, partitionOfMobile } from '../../../schemas/ids.js';
import { stub } from '../../../testkit/stub.js';
import { foldedActors } from '../../support/actors/folded-actors.js';
import { readableLog } from '../../support/readable-log.js';

const MOBILE = '+14155550300';
const partition = partitionOfMobile(MOBILE);
const row: ImportedRow = [contactIdIn(partition, 'b1', '1'), MOBILE, 'Ann Archer'];

t.test(
  'an import counts every row of its file, even if a part is stored after the whole file was read',
  async (t) => {
    let now = 0;
    let hasRead: () => void = () => undefined;
    const read = new Promise<void>((resolve) => {
      hasRead = resolve;
    });
    const { actors } = foldedActors(async (_kind, { type }) => {
      if (type !== 'import') return;
      await read;
      now = 10_000;
    });
    const ingest = async function* (): AsyncGenerator<IngestionMessage> {
      yield { type: 'contact_part', partition, part: '0', columns: [], rows: [row] };
      yield { type: 'done', rows: 3, issues: { kept: [], failedRows: 2 } };
      hasRead();
    };
    const effects = contactImportEffects({
      actors,
      assets: { remove: async () => undefined },
      readFile: (_request, work) =>
        work(
          { path: 'people.csv', fileName: 'people.csv' },
          stub<SpoolPlace>({ directory: '', account: stub<SpoolAccount>({}) }),
        ),
      ingest,
      views: { dataSource: () => null },
      now: () => now,
      logger: readableLog().logger,
    });
    const finished = await effects.import_contacts({
      ref: { kind: 'contact-import', business: 'b1', id: 'i1' },
      key: 'import',
      effect: {
        kind: 'import_contacts',
        fileName: 'people.csv',
        assetId: 'a1',
        categoryIds: ['k1'],
        mapping: {},
      },
      resumed: false,
      attempt: 1,
      signal: new AbortController().signal,
      assertOurs: () => undefined,
    });
    t.match(finished, {
      type: 'finish',
      status: 'completed',
      counts: { rows: 3, created: 1, updated: 0, skipped: 0, failed: 2 },
    });
  },
);
