/** The password thread: hashes one password at a time, 19 MiB and about 40 ms each, and yields to everything calls need. */
import { parentPort } from 'node:worker_threads';
import { hashSync } from '@node-rs/argon2';
import { nameThread } from '../../actors/runtime/thread-name.js';
import { yieldToCalls } from '../../providers/scheduling/yield-to-calls.js';
import { COST, type PasswordAnswer, type PasswordTask } from './passwords.js';

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Options that reproduce the hash for the same password. @throws Error if `like` is not an argon2id hash */
const optionsOf = (like: string) => {
  const [, memory, time, lanes, salt = '', hash = ''] = PHC.exec(like) ?? [];
  if (memory === undefined) throw new Error('not an argon2id hash');
  return {
    memoryCost: Number(memory),
    timeCost: Number(time),
    parallelism: Number(lanes),
    salt: Buffer.from(salt, 'base64'),
    outputLen: Buffer.from(hash, 'base64').length,
  };
};

const answer = (task: PasswordTask): PasswordAnswer => {
  try {
    const options = task.like === null ? COST : optionsOf(task.like);
    return { id: task.id, type: 'worked', hash: hashSync(task.password, options) };
  } catch (error) {
    return { id: task.id, type: 'failed', problem: error instanceof Error ? error.message : String(error) };
  }
};

nameThread('passwords');
// Far lower, a machine that is busy with calls would refuse its operators: 40 ms of work took over 10 s.
yieldToCalls(5);
parentPort?.on('message', (task: PasswordTask) => parentPort?.postMessage(answer(task)));
