/** Checks that a process id still belongs to the expected program before anything is done to it. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 10;

/** The command line of a live process; null when there is none (or only a zombie). */
const commandLine = async (pid: number): Promise<string | null> => {
  if (process.platform === 'linux') {
    const raw = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return raw === '' ? null : raw.replaceAll('\0', ' ').trim();
  }
  return await new Promise((resolve) => {
    execFile('ps', ['-ww', '-o', 'command=', '-p', String(pid)], (error, stdout) => {
      resolve(error === null && stdout.trim() !== '' ? stdout.trim() : null);
    });
  });
};

/** Whether `pid` is alive and its command line contains `mark`. */
export const isProcess = async (pid: number, mark: string): Promise<boolean> =>
  (await commandLine(pid))?.includes(mark) ?? false;

/**
 * Ends a process that need not be our child: SIGTERM, then SIGKILL after `graceMs`. Does nothing unless its command
 * line contains `mark`.
 * @throws Error if it still exists `graceMs` after the SIGKILL
 */
export const endProcess = async (pid: number, mark: string, graceMs: number): Promise<void> => {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    if (!(await isProcess(pid, mark))) return;
    try {
      process.kill(pid, signal);
    } catch {
      continue; // It ended between the check and the signal; the check below settles it.
    }
    const deadline = Date.now() + graceMs;
    while (Date.now() < deadline) {
      if (!(await isProcess(pid, mark))) return;
      await delay(POLL_MS);
    }
  }
  if (await isProcess(pid, mark)) throw new Error(`process ${pid} did not exit`);
};
