/** The simulated phone network in its own process, without voices: `node main.js [port]` (run.ts). */
import { runNetwork } from './run.js';

await runNetwork(null);
