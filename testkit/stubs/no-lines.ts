/** For calls without listeners and consultations. */
import type { CallLines } from '../../media/operators/call-line.js';
import type { LineHost } from '../../media/operators/line-host.js';
import { DomainError } from '../../schemas/errors.js';

export const noLines = (): LineHost => ({
  onRecorded: () => undefined,
  setSpeaker: () => undefined,
  tick: () => undefined,
  end: () => undefined,
});

/** No call can be reached. */
export const noCallLines: CallLines = {
  open: async () => {
    throw new DomainError('call_not_live');
  },
};
