/**
 * The simulated speech providers as a separate process: `node main.js`. Writes {"event":"speech.ready","url":…}
 * when they serve; SPEECH_KEY is the key that they require, SIMULATOR_CERTIFICATE and SIMULATOR_KEY (PEM) are for TLS.
 * Ends when its standard input does.
 */
import { startSpeechServers } from './server.js';

const { SIMULATOR_CERTIFICATE: certificate = '', SIMULATOR_KEY: key = '' } = process.env;
const servers = await startSpeechServers(process.env.SPEECH_KEY ?? '', { certificate, key });
process.stdout.write(`${JSON.stringify({ event: 'speech.ready', url: servers.url })}\n`);

const end = (): void => {
  servers.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
