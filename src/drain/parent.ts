/**
 * Notices the end of the process that started the service. `npx` and `npm run` send a signal to the shell between them
 * and the service; a shell that does not pass it on ends, npm ends with it, and the service never gets the signal.
 */

const POLL_MS = 250;

/** A process's environment and its parent. */
export interface ProcessInfo {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Process id of the current parent. */
  readonly ppid: () => number;
}

/**
 * Calls `onEnd` once when the parent of a service that npm started has ended. Does nothing for other services: a
 * service started in the background outlives its shell.
 */
export const watchParent = ({ env, ppid }: ProcessInfo, onEnd: () => void): void => {
  if (env.npm_command === undefined) return;
  const parent = ppid();
  const timer = setInterval(() => {
    if (ppid() === parent) return;
    clearInterval(timer);
    onEnd();
  }, POLL_MS);
  timer.unref();
};
