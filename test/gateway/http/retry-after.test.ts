/** Refusals that end at a known time say when to retry. */
import t from 'tap';
import { failure } from '../../../gateway/http/envelope.js';
import { DomainError } from '../../../schemas/errors.js';

const retryAfter = (error: DomainError) => failure(error, 'r1').headers['Retry-After'];

t.test('Retry-After counts down to the time from which a refused call is allowed', async (t) => {
  t.equal(retryAfter(new DomainError('quiet_hours', undefined, [], 3_600)), '3600');
  t.equal(retryAfter(new DomainError('attempts_exceeded', undefined, [], 90)), '90');
  t.equal(retryAfter(new DomainError('no_common_window')), undefined, 'waiting does not help');
  t.equal(retryAfter(new DomainError('rate_limited')), '1', 'the default');
});
