import t from 'tap';
import { createAttemptLog } from '../../../operations/webhooks/attempt-log.js';
import { DomainError } from '../../../schemas/errors.js';
import { readableLog } from '../../support/readable-log.js';
import { stubActors } from '../../support/stub-actors.js';

t.test('attempts that cannot be recorded are lost, and the log says how many', async (t) => {
  const { logger, lines } = readableLog();
  const away = stubActors(() => {
    throw new DomainError('journal_unavailable');
  });
  const log = createAttemptLog(away, logger);
  log.note('b1', 's1', {
    eventId: 'e1',
    eventType: 'voice.call.ended',
    retryNumber: 0,
    at: 1,
    httpStatus: 500,
    problem: null,
    latencyMs: 2,
    excerpt: '',
  });
  await log.close();
  t.match(lines, [
    { event: 'webhook.attempts_lost', subscriptionId: 's1', attempts: 1, err: { type: 'DomainError' } },
  ]);
});
