/** The text for Prometheus is built without blocking the event loop. */
import { Counter, Histogram, Registry } from 'prom-client';
import t from 'tap';
import { metricsText } from '../../gateway/metrics.js';

t.test('the text is that of the registry, and other work runs between its metrics', async (t) => {
  const registry = new Registry();
  const registers = [registry];
  new Counter({ name: 'one_total', help: 'One', registers }).inc();
  const seconds = new Histogram({ name: 'two_seconds', help: 'Two', labelNames: ['of'], registers });
  seconds.observe({ of: 'this' }, 0.3);
  new Counter({ name: 'three_total', help: 'Three', registers }).inc(3);
  let turns = 0;
  let reading = true;
  const count = (): void => {
    turns += 1;
    if (reading) setImmediate(count);
  };
  setImmediate(count);
  const text = await metricsText(registry);
  reading = false;
  t.equal(text, await registry.metrics());
  t.ok(turns >= 3, `${turns} turns`);
});
