/** Field keys that the contacts of a business have: a column that is called like one of them becomes that field. */
import { contactsSourceId } from '../../schemas/ids.js';
import type { ViewStore } from '../../views/views.js';

export const knownKeysOf = (views: Pick<ViewStore, 'dataSource'>, businessId: string): readonly string[] =>
  (views.dataSource(businessId, contactsSourceId(businessId))?.fields ?? []).map(({ key }) => key);
