import t from 'tap';
import { simulatedCallOperations } from '../../../operations/calls/simulated-calls.js';
import type { OperationsDeps } from '../../../operations/deps.js';
import { stub } from '../../../testkit/stub.js';

const caller = { businessId: 'b1', operationId: 'startSimulatedCall', idempotencyKey: 'k', at: 0 };
const body = { businessId: 'b1', agentId: 'a1', says: ['hello', 'goodbye'] };

t.test('a simulated call is refused where calls go through a carrier', async (t) => {
  const deps: OperationsDeps = stub<OperationsDeps>(Object.create({ simulatedCallers: undefined }));
  await t.rejects(simulatedCallOperations(deps).start(caller, body), {
    code: 'simulated_network_absent',
  });
});

t.test('a repeated request prepares the same caller, on a number without special behaviour', async (t) => {
  const prepared: string[] = [];
  const deps = stub<OperationsDeps>({
    simulatedCallers: {
      prepare: async (_businessId, number, says) => {
        prepared.push(`${number} ${says.join(', ')}`);
        throw new Error('enough');
      },
    },
  });
  const calls = simulatedCallOperations(deps);
  const unavailable = { code: 'simulated_caller_unavailable', cause: { message: 'enough' } };
  await t.rejects(
    calls.start(caller, body),
    unavailable,
    'a caller that cannot be prepared is no internal error',
  );
  await t.rejects(calls.start(caller, body), unavailable);
  await t.rejects(calls.start({ ...caller, idempotencyKey: 'other' }, body), unavailable);
  t.match(prepared[0], /^\+1415556[1-9]\d{3} hello, goodbye$/);
  t.equal(prepared[1], prepared[0]);
  t.not(prepared[2], prepared[0]);
});
