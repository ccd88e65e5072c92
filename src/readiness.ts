/** Why a node does not serve, in words for whoever looks after it. Pure. */
import { assertNever } from '../schemas/assert.js';
import type { ViewsState } from '../views/views.js';

/** Null when the views are ready. */
export const viewsNotReady = (state: ViewsState): string | null => {
  switch (state.is) {
    case 'ready':
      return null;
    case 'stopped':
      return `The read models have stopped at commit ${state.seq} of shard ${state.shard}: ${state.reason}. Upgrade this node.`;
    case 'catching_up':
      return state.rebuild === null
        ? 'The read models are catching up with the journal; try again in a moment.'
        : `The read models are being rebuilt from the journal (${state.rebuild}); try again in a moment.`;
    default:
      return assertNever(state);
  }
};
