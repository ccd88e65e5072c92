import t from 'tap';
import { hashPassword, passwordProblem, verifyPassword } from '../../operations/passwords.js';

t.test('a password is known by its argon2id hash', async (t) => {
  const hash = await hashPassword('correct horse');
  t.match(hash, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  t.not(await hashPassword('correct horse'), hash, 'salted');
  t.equal(await verifyPassword(hash, 'correct horse'), true);
  t.equal(await verifyPassword(hash, 'correct horse '), false);
  t.equal(await verifyPassword(null, 'correct horse'), false, 'nobody has a password');
});

t.test('what is wrong with a new one', async (t) => {
  t.equal(passwordProblem('x'.repeat(12)), null);
  t.equal(passwordProblem('x'.repeat(200)), null);
  t.match(passwordProblem('x'.repeat(11)), /at least 12/);
  t.match(passwordProblem('x'.repeat(201)), /at most 200/);
});
