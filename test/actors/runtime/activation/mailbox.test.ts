import t from 'tap';
import { createMailbox } from '../../../../actors/runtime/activation/mailbox.js';

const gate = () => {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { open: () => open(), opened };
};

t.test('runs one piece of work at a time, in order of arrival, and continues after a failure', async (t) => {
  const mailbox = createMailbox(10);
  const seen: string[] = [];
  const first = gate();
  const works = [
    mailbox.run(async () => {
      seen.push('a begins');
      await first.opened;
      seen.push('a ends');
    }),
    mailbox.run(async () => {
      seen.push('b');
      throw new Error('b fails');
    }),
    mailbox.run(async () => {
      seen.push('c');
      return 'c’s result';
    }),
  ];
  t.equal(mailbox.depth(), 3);
  first.open();
  const results = await Promise.allSettled(works);
  t.same(seen, ['a begins', 'a ends', 'b', 'c']);
  t.match(results, [
    { status: 'fulfilled' },
    { status: 'rejected', reason: { message: 'b fails' } },
    { status: 'fulfilled', value: 'c’s result' },
  ]);
  t.equal(mailbox.depth(), 0);
});

t.test('refuses work beyond the limit, and runs the work that waits', async (t) => {
  const mailbox = createMailbox(1_000);
  const first = gate();
  const running = mailbox.run(() => first.opened);
  let finished = 0;
  const waiting = Array.from({ length: 1_000 }, () =>
    mailbox.run(async () => {
      finished += 1;
    }),
  );
  await t.rejects(
    mailbox.run(async () => t.fail('refused work must not run')),
    { code: 'not_ready' },
  );
  first.open();
  await Promise.all([running, ...waiting]);
  t.equal(finished, 1_000);
  t.equal(await mailbox.run(async () => 'room again'), 'room again');
});

t.test('a closed mailbox finishes accepted work and accepts no more', async (t) => {
  const mailbox = createMailbox(10);
  const first = gate();
  let isFinished = false;
  const running = mailbox.run(async () => {
    await first.opened;
    isFinished = true;
  });
  const closed = mailbox.close();
  await t.rejects(
    mailbox.run(async () => undefined),
    { code: 'not_ready' },
  );
  first.open();
  await closed;
  t.ok(isFinished);
  await running;
});
