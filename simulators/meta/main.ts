/**
 * The simulated Meta in its own process: `node main.js [port]`. The environment sets the token of its control interface
 * (SIMULATOR_TOKEN; none if unset). Writes {"event":"meta.ready","url":…} once it accepts requests, and exits when its
 * standard input closes, so that it never outlives the process that started it.
 */
import { tokenFrom } from '../support/control-token.js';
import { startMeta } from './meta.js';

const meta = await startMeta({
  port: Number(process.argv[2] ?? 0),
  seed: Number(process.env.META_SEED ?? 1),
  controlToken: tokenFrom(process.env),
});
process.stdout.write(`${JSON.stringify({ event: 'meta.ready', url: meta.url })}\n`);

const end = (): void => {
  meta.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
