/** The freshness of views without a journal: they always show everything. */
import type { Freshness } from '../../../views/views.js';

/** Never waits. */
export const ALWAYS_FRESH: Freshness = {
  isFresh: () => true,
  freshen: async () => undefined,
  current: async () => undefined,
  everywhere: async () => undefined,
  isTrusted: () => true,
};
