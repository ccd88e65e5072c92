import { runTogether } from '../support/together.js';

/** Its calls are in real time, and a page waits for a busy machine. */
const TIMEOUT_MS = 1_800_000;

await runTogether('e2e/console', TIMEOUT_MS);
