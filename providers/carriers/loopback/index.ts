/** The loopback carrier: the simulated phone network, spoken to in Twilio's protocol over real sockets. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Carrier } from '../carrier.js';
import { createTwilioCarrier } from '../twilio/index.js';

/** The account that the network has when nobody says otherwise. */
export const LOOPBACK_ACCOUNT = 'ACloopback';
/** The caller id of calls in the simulated network. */
const LOOPBACK_FROM = '+15005550006';
const START_MS = 10_000;

export const createLoopbackCarrier = (networkUrl: string, authToken: string, logger: Logger): Carrier =>
  createTwilioCarrier(
    { accountSid: LOOPBACK_ACCOUNT, authToken, from: LOOPBACK_FROM, apiBaseUrl: networkUrl },
    logger,
    'loopback',
  );

export interface NetworkProcess {
  readonly url: string;
  readonly pid: number;
  /** Ends the process; idempotent. */
  stop(): Promise<void>;
}

/** Starts the network as a process of its own; it ends with the process that started it. */
export const startNetworkProcess = async (authToken: string, port = 0): Promise<NetworkProcess> => {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('./network/main.js', import.meta.url)), String(port)],
    {
      env: { ...process.env, NETWORK_ACCOUNT_SID: LOOPBACK_ACCOUNT, NETWORK_AUTH_TOKEN: authToken },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = await new Promise<string>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the simulated network did not start')), START_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      const message: unknown = JSON.parse(line);
      if (
        typeof message !== 'object' ||
        message === null ||
        !('url' in message) ||
        typeof message.url !== 'string'
      )
        return;
      clearTimeout(timer);
      resolve(message.url);
    });
    void ended.then(() => reject(new Error('the simulated network ended at once')));
  });
  return {
    url,
    pid: child.pid ?? 0,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};
