/** Views without a journal behind them: they show all that there is. */
import type { Freshness } from '../../views/views.js';

/** Nothing has to be waited for. */
export const ALWAYS_FRESH: Freshness = {
  isFresh: () => true,
  freshen: async () => undefined,
  current: async () => undefined,
  everywhere: async () => undefined,
  isTrusted: () => true,
};
