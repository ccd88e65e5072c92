/** Calls whose answer the carrier never reported: what their end proves. */
import t from 'tap';
import { answered, placed, report } from './call-script.js';

t.test('infers the answer of a completed call that was never reported as answered', async (t) => {
  const folded = placed();
  folded.apply(report('ringing'), 1_000);
  const events = folded.apply(report('completed', { durationSeconds: 7 }), 20_000);
  t.same(
    events.map(({ type }) => type),
    ['call.answered', 'call.ended'],
  );
  t.match(events[0], { answeredAt: 13_000 }, 'as long before the end as the reported duration');
  t.match(folded.state, {
    status: 'completed',
    answeredAt: 13_000,
    ended: { status: 'completed', endReason: 'customer_hangup', durationSeconds: 7 },
  });
  t.same(folded.effects(), ['settle']);

  const looked = placed();
  looked.advance(20_100);
  const found = report('completed', { durationSeconds: 7 });
  if (found.type !== 'carrier_report') throw new Error('no report');
  looked.apply(
    { type: 'check_result', check: 1, result: { outcome: 'found', report: found.report } },
    20_200,
  );
  t.match(looked.state, { answeredAt: 13_200, ended: { durationSeconds: 7 } }, 'nor was its end reported');

  const long = placed();
  long.apply(report('completed', { durationSeconds: 7_000 }), 20_000);
  t.match(long.state, { answeredAt: 0, ended: { durationSeconds: 7_000 } }, 'never before it was placed');
});

t.test('does not infer an answer from an end that proves none', async (t) => {
  for (const reported of [
    report('completed'),
    report('completed', { durationSeconds: 0 }),
    report('busy', { durationSeconds: 7 }),
    report('no_answer'),
    report('failed'),
  ]) {
    const folded = placed();
    t.same(
      folded.apply(reported, 20_000).map(({ type }) => type),
      ['call.ended'],
    );
    t.equal(folded.state.answeredAt, null);
  }
  const known = answered();
  t.same(
    known.apply(report('completed', { durationSeconds: 7 }), 20_000).map(({ type }) => type),
    ['call.ended'],
  );
  t.equal(known.state.answeredAt, 1_000, 'the time of a reported answer is kept');
});
