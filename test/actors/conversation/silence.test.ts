/** A conversation that falls silent is analysed once for each episode, and its messages never wait for that. */
import t from 'tap';
import { conversation } from '../../../actors/conversation/index.js';
import { abandonedConversationEffects } from '../../../operations/trouble/abandon-effect.js';
import { fold } from '../../support/actors/fold.js';

const AT = 1_000_000_000;
const SILENCE_MS = 60_000;
const customer = { mobile: null, whatsappId: null, userId: 'p', username: null, name: null };

const begin = (silenceMs: number | null = SILENCE_MS) => {
  const folded = fold(conversation);
  const write = (id: string, at: number, type = 'text', opensWindow = true) =>
    folded.apply(
      {
        type: 'receive',
        channel: 'whatsapp',
        accountId: 'a',
        address: 'p',
        messageId: id,
        automated: false,
        providerMessageId: id,
        sentAt: at,
        customer,
        opensWindow,
        content: { type, text: 'hello', media: null, details: null },
        ...(silenceMs === null ? {} : { silenceMs }),
      },
      at,
    );
  const answer = (messageId: string, at: number) =>
    folded.apply(
      {
        type: 'send',
        messageId,
        author: 'api',
        recipient: 'p',
        content: { type: 'text', text: 'Hi.' },
        campaign: null,
        opens: null,
      },
      at,
    );
  const silences = () => folded.events.filter(({ type }) => type === 'conversation.fell_silent');
  return { folded, write, answer, silences };
};

t.test('an episode lasts from the first message of the customer to the last of either side', async (t) => {
  const { folded, write, answer, silences } = begin();
  write('m1', AT);
  write('m1', AT + 1, 'text');
  answer('r1', AT + 50_000);
  folded.advance(AT + SILENCE_MS);
  t.same(silences(), [], 'the answer prolongs it');
  t.equal(folded.timers().silence, AT + 50_000 + SILENCE_MS);
  folded.advance(AT + 50_000 + SILENCE_MS);
  const silence = { firstMessageId: 'm1', lastMessageId: 'r1' };
  t.same(silences(), [{ type: 'conversation.fell_silent', ...silence }]);
  t.same(conversation.effects(folded.state)['silence-m1'], {
    kind: 'note_silence',
    channel: 'whatsapp',
    accountId: 'a',
    ...silence,
  });
  folded.apply({ type: 'silence_noted', firstMessageId: 'm1' }, AT + 200_000);
  t.notOk(folded.effects().includes('silence-m1'));
  t.same(folded.apply({ type: 'silence_noted', firstMessageId: 'm1' }, AT + 200_001), []);
});

t.test('what our side writes into a silence begins no episode, and the next message does', async (t) => {
  const { folded, write, answer, silences } = begin();
  write('m1', AT);
  folded.advance(AT + SILENCE_MS);
  answer('r1', AT + 70_000);
  t.notOk('silence' in folded.timers());
  write('m2', AT + 80_000);
  folded.advance(AT + 80_000 + SILENCE_MS);
  t.match(silences(), [
    { firstMessageId: 'm1', lastMessageId: 'm1' },
    { firstMessageId: 'm2', lastMessageId: 'm2' },
  ]);
  t.ok(folded.effects().includes('silence-m1'), 'an analysis that is not requested yet holds up no other');
  t.ok(folded.effects().includes('silence-m2'));
});

t.test('reactions and comments neither begin nor prolong an episode', async (t) => {
  const { folded, write, silences } = begin();
  write('c1', AT, 'reaction', false);
  t.notOk('silence' in folded.timers());
  write('m1', AT + 1);
  write('c2', AT + 50_000, 'reaction', false);
  folded.advance(AT + 1 + SILENCE_MS);
  t.match(silences(), [{ firstMessageId: 'm1', lastMessageId: 'm1' }]);
});

t.test('without a time of silence nothing is analysed', async (t) => {
  const { folded, write, silences } = begin(null);
  write('m1', AT);
  t.notOk('silence' in folded.timers());
  t.same(silences(), []);
});

t.test('an operator can drop the request of an analysis', async (t) => {
  const { folded, write } = begin();
  write('m1', AT);
  folded.advance(AT + SILENCE_MS);
  const owed = conversation.effects(folded.state)['silence-m1'];
  if (owed?.kind !== 'note_silence') throw new Error('nothing is owed');
  folded.apply(abandonedConversationEffects.note_silence(owed), AT + 70_000);
  t.notOk(folded.effects().includes('silence-m1'));
});
