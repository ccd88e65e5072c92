/** Former secrets of a subscription: which of them sign, and until when. */
import t from 'tap';
import { subscription } from '../../../actors/subscription/index.js';
import { fold } from '../../support/actors/fold.js';

const HOUR = 60 * 60_000;

const created = () => {
  const actor = fold(subscription);
  actor.apply(
    {
      type: 'create',
      channel: 'voice',
      accountId: null,
      callbackUrl: 'https://example.org/hooks',
      events: ['voice.call.ended'],
      sealedSecret: 's1',
      secretLast4: '0001',
    },
    0,
  );
  const rotate = (sealedSecret: string, at: number, overlapMs?: number) =>
    actor.apply(
      {
        type: 'rotate',
        sealedSecret,
        secretLast4: '000x',
        ...(overlapMs === undefined ? {} : { overlapMs }),
      },
      at,
    );
  const secrets = () => [
    actor.state.subscription?.sealedSecret,
    ...(actor.state.subscription?.previous ?? []).map(({ sealedSecret }) => sealedSecret),
  ];
  return { actor, rotate, secrets };
};

t.test('a rotation without an overlap leaves one secret, and no timer', async (t) => {
  const { actor, rotate, secrets } = created();
  t.same(rotate('s2', 1), [{ type: 'secret.rotated', sealedSecret: 's2', secretLast4: '000x' }]);
  t.same(secrets(), ['s2']);
  t.same(actor.timers(), {});
});

t.test('the previous secret signs until the end of the overlap', async (t) => {
  const { actor, rotate, secrets } = created();
  t.match(rotate('s2', 1_000, HOUR), [{ previousUntil: 1_000 + HOUR, lastUntil: 1_000 + HOUR }]);
  t.same(secrets(), ['s2', 's1']);
  actor.advance(HOUR);
  t.same(secrets(), ['s2', 's1'], 'not before');
  actor.advance(1_000 + HOUR);
  t.same(secrets(), ['s2']);
  t.same(actor.events.at(-1), { type: 'secret.overlap_ended', until: 1_000 + HOUR });
  t.same(actor.timers(), {});
});

t.test('a rotation without an overlap ends the overlaps that last', async (t) => {
  const { actor, rotate, secrets } = created();
  rotate('s2', 0, HOUR);
  const [event] = rotate('s3', 1);
  t.notOk(event !== undefined && 'lastUntil' in event);
  t.same(secrets(), ['s3']);
  t.same(actor.timers(), {});
});

t.test(
  'if the answer to a rotation is lost, the secret of the subscriber survives the next one',
  async (t) => {
    const { actor, rotate, secrets } = created();
    rotate('lost', 0, HOUR);
    t.match(rotate('s3', 10, 2 * HOUR), [{ lastUntil: 10 + 2 * HOUR }]);
    t.same(secrets(), ['s3', 'lost', 's1']);
    actor.advance(HOUR);
    t.same(secrets(), ['s3', 'lost'], 'each overlap has its own end');
    t.same(actor.events.at(-1), { type: 'secret.overlap_ended', until: HOUR, lastUntil: 10 + 2 * HOUR });
  },
);

t.test('two former secrets sign at most, and the shown end is that of those that do', async (t) => {
  const { rotate, secrets } = created();
  rotate('s2', 0, 24 * HOUR);
  rotate('s3', 1, HOUR);
  t.match(rotate('s4', 2, HOUR), [{ lastUntil: 2 + HOUR }], 'the longest overlap is dropped');
  t.same(secrets(), ['s4', 's3', 's2']);
});

t.test('a revoked subscription has no former secret, and no timer', async (t) => {
  const { actor, rotate } = created();
  rotate('s2', 0, HOUR);
  actor.apply({ type: 'revoke' }, 1);
  t.equal(actor.state.subscription?.previous, undefined);
  t.same(actor.timers(), {});
  t.throws(() => rotate('s3', 2, HOUR), { code: 'subscription_revoked' });
});
