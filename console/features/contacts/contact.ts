import type { Data } from '../../api/client.js';

export type Contact = Data<'listContacts'>['contacts'][number];
