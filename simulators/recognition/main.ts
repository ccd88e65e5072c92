/**
 * The simulated recognisers as a separate process. With SIMULATOR_CERTIFICATE and SIMULATOR_KEY (PEM) they serve
 * TLS as well. The process writes {"event":"recognisers.ready","url":…} when they serve, and ends when its standard
 * input does, so that it never outlives its parent.
 */
import { startSimulator } from './simulator.js';

const { SIMULATOR_CERTIFICATE: certificate = '', SIMULATOR_KEY: key = '' } = process.env;
const simulator = await startSimulator(certificate === '' ? null : { certificate, key });
process.stdout.write(`${JSON.stringify({ event: 'recognisers.ready', url: simulator.url })}\n`);

const end = (): void => {
  simulator.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
