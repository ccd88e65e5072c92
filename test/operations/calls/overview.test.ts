/** The overview above every page of the console. */
import t from 'tap';
import { overviewOperations } from '../../../operations/calls/overview.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { DomainError } from '../../../schemas/errors.js';
import { stub } from '../../../testkit/stub.js';

t.test('the overview says whether browsers can join calls', (t) => {
  const overviewWith = (checkAvailable: () => void) =>
    overviewOperations(
      stub<OperationsDeps>({
        views: stub<OperationsDeps['views']>({ business: () => null, subscriptionsPausedByService: () => 0 }),
        carrier: 'loopback',
        legs: stub<OperationsDeps['legs']>({ checkAvailable }),
        simulatedCallers: { prepare: async () => undefined },
      }),
    ).read('b1');
  t.match(
    overviewWith(() => undefined),
    { browserLegs: true, simulatedCallers: true },
  );
  t.match(
    overviewWith(() => {
      throw new DomainError('browser_legs_unavailable');
    }),
    { browserLegs: false },
  );
  t.throws(() =>
    overviewWith(() => {
      throw new Error('other');
    }),
  );
  t.end();
});
