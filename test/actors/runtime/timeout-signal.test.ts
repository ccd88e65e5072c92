import t from 'tap';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { until } from '../../../testkit/until.js';
import { collectGarbage } from '../../support/collect-garbage.js';
import { productFilesWith } from '../../support/product-files.js';

t.test('a deadline that is part of another signal survives garbage collections', async (t) => {
  const reasons: unknown[] = [];
  const begin = (): void => {
    const signal = AbortSignal.any([new AbortController().signal, timeoutSignal(200)]);
    signal.addEventListener('abort', () => void reasons.push(signal.reason), { once: true });
  };
  for (let n = 0; n < 10; n += 1) begin();
  await until('all deadlines', () => {
    collectGarbage();
    return reasons.length === 10;
  });
  t.match(reasons[0], { name: 'TimeoutError' });
});

// Simulators and benches pass such signals to `fetch` alone.
t.test('the product has no other deadlines', async (t) => {
  t.same(productFilesWith(/AbortSignal\.timeout\(/), [], 'use timeoutSignal');
  t.ok(productFilesWith(/timeoutSignal\(/).length > 20);
});
