/** A process that starts the engine on a data directory and keeps running, so that a test can kill it. */
import pino from 'pino';
import { accessOf } from '../../../actors/runtime/nats/access.js';
import { startEngine } from '../../../src/engine/index.js';
import { natsServerPath } from '../../../testkit/nats/server.js';

const [, , dataDir] = process.argv;
if (dataDir === undefined) throw new Error('give the data directory');
const engine = await startEngine({
  dataDir,
  binary: await natsServerPath(),
  logger: pino({ level: 'silent' }),
});
process.stdout.write(`${JSON.stringify({ ...accessOf(engine), pid: engine.pid })}\n`);
setInterval(() => undefined, 60_000);
