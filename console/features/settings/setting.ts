/** Types of the settings pages, as the API returns them. */
import type { Data } from '../../api/client.js';

export type Settings = Data<'readSettings'>['settings'];
export type StoredList = Data<'listProviders'>['lists'][number];
/** Providers of a role that the installation has, and those that a business may choose. */
export type Installed = Settings['installation']['providers'][number];
