/**
 * The simulated providers of speech as a process of its own: `node main.js`. Writes {"event":"speech.ready","url":…} when
 * it serves; SPEECH_KEY is the key that it asks for. Ends when its standard input does.
 */
import { startSpeechServers } from './server.js';

const servers = await startSpeechServers(process.env.SPEECH_KEY ?? '');
process.stdout.write(`${JSON.stringify({ event: 'speech.ready', url: servers.url })}\n`);

const end = (): void => {
  servers.close();
  process.exit(0);
};
process.stdin.on('end', end).on('error', end).resume();
process.on('SIGTERM', end);
process.on('SIGINT', end);
