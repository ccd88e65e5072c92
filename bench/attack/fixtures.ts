/** Resources that the attacked business has from the start and keeps; others may be created and deleted next to them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ApiClient } from '../../testkit/api/client.js';
import { parley } from '../../testkit/service/parley-process.js';

export interface Fixtures {
  readonly voiceAgent: string;
  readonly chatAgent: string;
  readonly contacts: readonly string[];
  readonly category: string;
  readonly textSource: string;
  readonly rowSource: string;
  readonly phoneNumberId: string;
}

const PHONE_NUMBER_ID = '106540352242922';
const INSTAGRAM_ID = '17841405822304914';

/** Connects accounts of both channels; the simulated Meta accepts any token. */
export const connectChannels = async (businessId: string, dataDir: string): Promise<void> => {
  const tokenFile = join(dataDir, 'token-of-a-bench');
  writeFileSync(tokenFile, 'token-of-a-bench');
  const connect = (channel: string, account: string): Promise<unknown> =>
    parley([
      ...[
        'admin',
        'channel',
        'connect',
        '--business',
        businessId,
        '--channel',
        channel,
        '--account',
        account,
      ],
      ...['--name', 'Shop', '--token-file', tokenFile, '--data-dir', dataDir],
      ...(channel === 'instagram' ? ['--username', 'shop'] : []),
    ]);
  await connect('whatsapp', PHONE_NUMBER_ID);
  await connect('instagram', INSTAGRAM_ID);
};

/** @throws ApiError when a part of it is refused */
export const createFixtures = async (client: ApiClient): Promise<Fixtures> => {
  const { businessId } = client;
  const create = <T>(path: string, body: object): Promise<T> =>
    client.request<T>('POST', `/api/v1/${path}`, { businessId, ...body });
  const agent = async (channel: string, more: object): Promise<string> =>
    (
      await create<{ agent: { id: string } }>('agents', {
        channel,
        name: channel,
        instructions: 'Otherwise, say "I see.".',
        ...more,
      })
    ).agent.id;
  const { category } = await create<{ category: { id: string } }>('contacts/categories', {
    name: 'Fixtures',
  });
  const contacts = await Promise.all(
    ['+14155550001', '+14155550002', '+14155550003'].map(
      async (mobile) =>
        (
          await create<{ contact: { id: string } }>('contacts', {
            mobile,
            name: 'Ada',
            categoryIds: [category.id],
          })
        ).contact.id,
    ),
  );
  const source = async (more: object): Promise<string> =>
    (await create<{ dataSource: { id: string } }>('data-sources', more)).dataSource.id;
  return {
    contacts,
    category: category.id,
    phoneNumberId: PHONE_NUMBER_ID,
    textSource: await source({ class: 'unstructured', name: 'Hours', text: 'We are open until ten.' }),
    rowSource: await source({
      class: 'structured',
      name: 'Orders',
      rows: [{ Mobile: '+14155550001', Order: 1 }],
    }),
    voiceAgent: await agent('voice', {
      voiceSettings: { firstGreeting: 'Hello.' },
      contactCategoryIds: [category.id],
    }),
    chatAgent: await agent('whatsapp', {}),
  };
};
