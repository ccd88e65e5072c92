/** The password thread: one hash after the other, 19 MiB and some 40 ms each, behind everything that calls need. */
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { nameThread } from '../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../providers/yield-to-calls.js';
import { COST, type PasswordAnswer, type PasswordTask } from './passwords.js';

const answer = (task: PasswordTask): PasswordAnswer => {
  try {
    return task.passwordHash === null
      ? { id: task.id, type: 'worked', hash: hashSync(task.password, COST), matches: false }
      : { id: task.id, type: 'worked', hash: '', matches: verifySync(task.passwordHash, task.password) };
  } catch (error) {
    return { id: task.id, type: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
};

nameThread('passwords');
yieldToCalls(12);
parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(answer(task)));
