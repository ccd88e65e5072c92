/** Claims to what at most one business may have, as their actor decides them. */
import fc from 'fast-check';
import t from 'tap';
import { channelAccount } from '../../../actors/channel-account/index.js';
import { type ClaimCommand, claim } from '../../../actors/claim/index.js';
import { fold } from '../../support/actors/fold.js';

const ACCOUNT = { namespace: 'channel-account', key: 'whatsapp/106' } as const;
const claimBy = (holder: string): ClaimCommand => ({ type: 'claim', holder, ...ACCOUNT });

t.test('a claim is granted to one business, and again to the same one under a new revision', async (t) => {
  const folded = fold(claim);
  folded.apply(claimBy('b1'), 5);
  t.same(folded.state, { holder: 'b1', revision: 1, grantedAt: 5 });
  t.same(folded.apply(claimBy('b2'), 6), [], 'another business');
  folded.apply(claimBy('b1'), 7);
  t.same(folded.state, { holder: 'b1', revision: 2, grantedAt: 7 });
});

t.test('ignores a release or a takeover of an earlier revision', async (t) => {
  const folded = fold(claim);
  folded.apply(claimBy('b1'), 1);
  folded.apply(claimBy('b1'), 2);
  t.same(folded.apply({ type: 'release', holder: 'b1', revision: 1 }, 3), []);
  t.same(folded.apply({ type: 'take_over', holder: 'b2', revision: 1, ...ACCOUNT }, 3), []);
  t.same(folded.apply({ type: 'release', holder: 'b2', revision: 2 }, 3), [], 'of another business');
  folded.apply({ type: 'take_over', holder: 'b2', revision: 2, ...ACCOUNT }, 4);
  t.match(folded.state, { holder: 'b2', revision: 3 });
  folded.apply({ type: 'release', holder: 'b2', revision: 3 }, 5);
  t.match(folded.state, { holder: null, revision: 3 });
  t.same(
    folded.apply({ type: 'adopt', holder: 'b1', ...ACCOUNT }, 6),
    [],
    'only a claim that was never granted is adopted',
  );
});

t.test('a fenced revision cannot connect, however late its connection arrives', async (t) => {
  const account = fold(channelAccount);
  const connect = (revision: number) =>
    account.apply(
      {
        type: 'connect',
        channel: 'whatsapp',
        accountId: '106',
        displayName: 'Reception',
        username: null,
        sealedToken: 's',
        claim: revision,
      },
      1,
    );
  account.apply({ type: 'fence_claim', claim: 2 }, 1);
  t.throws(() => connect(1), { code: 'channel_account_taken' });
  t.throws(() => connect(2), { code: 'channel_account_taken' });
  connect(3);
  t.same(account.apply({ type: 'fence_claim', claim: 3 }, 2), [], 'a connected account is not fenced');
  account.apply({ type: 'disconnect', claim: 3 }, 3);
  t.throws(() => connect(3), { code: 'channel_account_taken' }, 'its claim ended with the connection');
  connect(4);
  t.not(account.state.account, null);
});

t.test('under any order of commands each grant has its own revision', async (t) => {
  const business = fc.constantFrom('b1', 'b2', 'b3');
  const anyCommand: fc.Arbitrary<ClaimCommand> = fc.oneof(
    business.map(claimBy),
    business.map((holder): ClaimCommand => ({ type: 'adopt', holder, ...ACCOUNT })),
    fc
      .tuple(business, fc.nat(9))
      .map(([holder, revision]): ClaimCommand => ({ type: 'take_over', holder, revision, ...ACCOUNT })),
    fc
      .tuple(business, fc.nat(9))
      .map(([holder, revision]): ClaimCommand => ({ type: 'release', holder, revision })),
  );
  fc.assert(
    fc.property(fc.array(anyCommand, { maxLength: 60 }), (commands) => {
      const folded = fold(claim);
      for (const [at, command] of commands.entries()) {
        const before = folded.state;
        folded.apply(command, at);
        const { holder, revision } = folded.state;
        if (holder !== before.holder && holder !== null && revision !== before.revision + 1) return false;
        if (command.type === 'claim' && before.holder !== null && before.holder !== holder) return false;
      }
      return true;
    }),
  );
  t.pass('the property held');
});
