/** Session logs in memory, for `parley replay`. */
import type { LogSource } from '../../../src/replay/sources.js';

export const inMemory = (log: Uint8Array | string, name = 'log'): LogSource => ({
  name,
  read: async () => Buffer.from(log),
});
