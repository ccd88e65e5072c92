/** For calls without listeners. */
import type { LineHost } from '../media/line-host.js';

export const noLines = (): LineHost => ({
  recorded: () => undefined,
  spoken: () => undefined,
  tick: () => undefined,
  end: () => undefined,
});
