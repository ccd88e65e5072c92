/**
 * The simulated speech-to-speech engine as a separate process. With SIMULATOR_CERTIFICATE and SIMULATOR_KEY (PEM) it
 * serves TLS as well. Writes {"event":"engine.ready","url":…} when it serves, and ends when its standard input does, so
 * that it never outlives its parent.
 */
import { startServer } from './server.js';

const { SIMULATOR_CERTIFICATE: certificate = '', SIMULATOR_KEY: key = '' } = process.env;
const server = await startServer(certificate === '' ? null : { certificate, key });
process.stdout.write(`${JSON.stringify({ event: 'engine.ready', url: server.url })}\n`);

const end = (): void => {
  server.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
