import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import t from 'tap';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { until } from '../../../testkit/until.js';
import { collectGarbage } from '../../support/collect-garbage.js';

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

const ROOT = fileURLToPath(new URL('../../../..', import.meta.url));
/** The product; simulators and benches pass such signals to `fetch` alone. */
const FLOORS = ['actors', 'gateway', 'media', 'operations', 'providers', 'schemas', 'src', 'views'];

t.test('the product has no other deadlines', async (t) => {
  const files = FLOORS.flatMap((floor) =>
    readdirSync(join(ROOT, floor), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(floor, name)),
  );
  t.same(
    files.filter((file) => readFileSync(join(ROOT, file), 'utf8').includes('AbortSignal.timeout(')),
    [],
    'use timeoutSignal',
  );
  t.ok(files.length > 500);
});
