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

t.test('a password is recognised by its argon2id hash', async (t) => {
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

/** CPU time of this process, ms. Other load on the machine adds nothing to it. */
const workMsOf = async (work: () => Promise<unknown>): Promise<number> => {
  const began = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
};

t.test('a missing user takes as long as an existing user, from the first attempt on', async (t) => {
  const hash = await hashPassword('correct horse');
  let [absent, present] = [Infinity, Infinity];
  // The minimum of several runs: other work of the process only adds to it.
  for (let round = 0; round < 10; round += 1) {
    absent = Math.min(absent, await workMsOf(() => matchingPasswords([], 'correct horse')));
    present = Math.min(present, await workMsOf(() => matchingPasswords([hash], 'correct horse')));
  }
  t.ok(absent / present > 0.5 && absent / present < 2, `${absent} ms, ${present} ms`);
  // The work is the same on any machine: the decoy hash has the cost of real hashes.
  const { memoryCost, timeCost, parallelism } = COST;
  t.ok(DECOY.startsWith(`$argon2id$v=19$m=${memoryCost},t=${timeCost},p=${parallelism}$`));
});

/** Nice values of this process's threads. */
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
  'hashing yields to calls: it uses one thread of low priority, and no thread that files need',
  { skip: process.platform !== 'linux' && 'threads have priorities only on Linux' },
  async (t) => {
    await hashPassword('starts the thread');
    t.equal(priorities().filter((nice) => nice === 5).length, 1, 'the thread that hashes');
    const work = Promise.all(Array.from({ length: 12 }, () => hashPassword('correct horse')));
    let hasFinished = false;
    void work.then(() => {
      hasFinished = true;
    });
    let reads = 0;
    while (!hasFinished) {
      await stat('package.json');
      reads += 1;
    }
    t.ok(reads > 20, `${reads} reads from the disk meanwhile`);
  },
);

t.test('the number of waiting hashes is limited, and those that wait are computed', async (t) => {
  const outcomes = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('correct horse')));
  const refused = outcomes.filter(({ status }) => status === 'rejected');
  t.equal(refused.length, 44);
  for (const outcome of refused)
    if (outcome.status === 'rejected') t.match(outcome.reason, { code: 'sign_in_busy' });
  t.match(await hashPassword('correct horse'), /^\$argon2id/, 'there is room again');
});

t.test('a new password must have 12 to 200 characters', async (t) => {
  t.equal(passwordProblem('x'.repeat(12)), null);
  t.equal(passwordProblem('x'.repeat(200)), null);
  t.match(passwordProblem('x'.repeat(11)), /at least 12/);
  t.match(passwordProblem('x'.repeat(201)), /at most 200/);
});
