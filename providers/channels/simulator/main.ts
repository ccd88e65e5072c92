/**
 * The simulated Meta as a process of its own: `node main.js [port]`. Writes {"event":"meta.ready","url":…} when it
 * serves (the token of its control interface, if it is to have one, comes as SIMULATOR_TOKEN), and ends when its standard input does, so that it never outlives who started it.
 */
import { tokenFrom } from '../../simulator-token.js';
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
