/** A service whose processor time is measured, beside that of its nats-server. */
import { type ParleyProcess, UNLIMITED } from '../../testkit/parley-process.js';
import { descendantsOf, processorTimeOf } from '../gauges/processes.js';

/** Its environment. */
export const QUIET = { ...UNLIMITED, PARLEY_LOG_LEVEL: 'error' } as const;

/** The pid of its nats-server. @throws Error when it has none of its own */
export const natsServerOf = (service: ParleyProcess): number => {
  const nats = descendantsOf(service.pid).find(({ command }) => command.includes('nats-server'));
  if (nats === undefined) throw new Error('the service has no nats-server of its own');
  return nats.pid;
};

/** ms that the threads of a process have run; finer than its total, which Linux counts in steps of 10 ms. */
export const ranMs = (pid: number): number =>
  [...processorTimeOf(pid).threads.values()].reduce((sum, { ms }) => sum + ms, 0);

export const stop = async (service: ParleyProcess): Promise<void> => {
  service.kill('SIGTERM');
  await service.ended;
};
