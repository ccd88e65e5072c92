import { readdirSync, readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import t from 'tap';
import {
  COST,
  DECOY,
  hashPassword,
  matchingPasswords,
  passwordProblem,
} from '../../../operations/accounts/passwords.js';

t.test('a password is known by its argon2id hash', async (t) => {
  const hash = await hashPassword('correct horse');
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.not(await hashPassword('correct horse'), hash, 'salted');
  t.same([...(await matchingPasswords([hash], 'correct horse'))], [0]);
  t.same([...(await matchingPasswords([hash], 'correct horse '))], []);
  t.same([...(await matchingPasswords([], 'correct horse'))], [], 'no user has a password');
  t.same([...(await matchingPasswords([DECOY, hash], 'correct horse'))], [1]);
});

t.test(
  'the users of an address share a salt, so that one computation compares a password with all',
  async (t) => {
    const first = await hashPassword('correct horse');
    const second = await hashPassword('battery staple', first);
    t.equal(second.slice(0, second.lastIndexOf('$')), first.slice(0, first.lastIndexOf('$')));
    t.same([...(await matchingPasswords([first, second], 'battery staple'))], [1]);
    t.same([...(await matchingPasswords([first, second], 'correct horse'))], [0]);
    let [alone, both] = [Infinity, Infinity];
    for (let round = 0; round < 10; round += 1) {
      alone = Math.min(alone, await workMsOf(() => matchingPasswords([first], 'wrong')));
      both = Math.min(both, await workMsOf(() => matchingPasswords([first, second], 'wrong')));
    }
    t.ok(both / alone > 0.5 && both / alone < 1.6, `${alone} ms, ${both} ms`);
  },
);

/** Processor time of this process, ms: a machine that does other things adds nothing to it. */
const workMsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

t.test('where there is no user it takes as long, from the first attempt on', async (t) => {
  const hash = await hashPassword('correct horse');
  let [absent, present] = [Infinity, Infinity];
  // The least of several: what the process does besides only adds.
  for (let round = 0; round < 10; round += 1) {
    absent = Math.min(absent, await workMsOf(() => matchingPasswords([], 'correct horse')));
    present = Math.min(present, await workMsOf(() => matchingPasswords([hash], 'correct horse')));
  }
  t.ok(absent / present > 0.5 && absent / present < 2, `${absent} ms, ${present} ms`);
  // The same work, whatever the machine: the hash that stands in for one has the cost of ours.
  const { memoryCost, timeCost, parallelism } = COST;
  t.ok(DECOY.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`));
});

/** Priorities of this process's threads: what nice(1) would say. */
const priorities = (): readonly number[] =>
  readdirSync('/proc/self/task').flatMap((id) => {
    try {
      const line = readFileSync(`/proc/self/task/${id}/stat`, 'utf8');
      // Field 19; the name in field 2 may hold spaces.
      return [Number(line.slice(line.lastIndexOf(')') + 2).split(' ')[16])];
    } catch {
      return [];
    }
  });

t.test(
  'hashing yields to calls: one thread, at a low priority, and none that files need',
  { skip: process.platform !== 'linux' && 'priorities are of threads on Linux alone' },
  async (t) => {
    await hashPassword('starts the thread');
    t.equal(priorities().filter((nice) => nice === 12).length, 1, 'the thread that hashes');
    const work = Promise.all(Array.from({ length: 12 }, () => hashPassword('correct horse')));
    let done = false;
    void work.then(() => {
      done = true;
    });
    let reads = 0;
    while (!done) {
      await stat('package.json');
      reads += 1;
    }
    t.ok(reads > 20, `${reads} reads of the disk meanwhile`);
  },
);

t.test('so many wait at a time and no more; those that wait are served', async (t) => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('correct horse')));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 44);
  for (const outcome of refused)
    if (outcome.status === 'rejected') t.match(outcome.reason, { code: 'sign_in_busy' });
  t.match(await hashPassword('correct horse'), /^\$argon2id/, 'and there is room again');
});

t.test('what is wrong with a new one', async (t) => {
  t.equal(passwordProblem('x'.repeat(12)), null);
  t.equal(passwordProblem('x'.repeat(200)), null);
  t.match(passwordProblem('x'.repeat(11)), /at least 12/);
  t.match(passwordProblem('x'.repeat(201)), /at most 200/);
});
