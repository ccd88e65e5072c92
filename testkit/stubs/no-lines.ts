/** For calls without listeners. */
import type { LineHost } from '../../media/operators/line-host.js';

export const noLines = (): LineHost => ({
  onRecorded: () => undefined,
  setSpeaker: () => undefined,
  tick: () => undefined,
  end: () => undefined,
});
