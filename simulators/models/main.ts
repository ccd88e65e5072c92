/**
 * A simulated LLM provider as a separate process; MODEL_DIALECT selects its protocol. Writes
 * {"event":"model.ready","url":…} when it serves, and ends when its standard input does, so that it never outlives its
 * parent.
 */
import { MODEL_DIALECTS } from './dialects.js';
import { serveModel } from './server.js';

const dialect = Object.values(MODEL_DIALECTS).find(({ name }) => name === process.env.MODEL_DIALECT);
if (dialect === undefined) throw new Error('MODEL_DIALECT names no dialect (dialects.ts)');
const server = await serveModel(dialect);
process.stdout.write(`${JSON.stringify({ event: 'model.ready', url: server.url })}\n`);

const end = (): void => {
  server.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
