/** Customers that are known by a mobile number they state: once, and only if unknown before (conversation, M8). */
import t from 'tap';
import type { ConversationCommand } from '../../../actors/conversation/commands.js';
import { DEBOUNCE_MS } from '../../../actors/conversation/decide.js';
import { conversation } from '../../../actors/conversation/index.js';
import type { AccountChannel } from '../../../schemas/channels/channel.js';
import { fold } from '../../support/actors/fold.js';

const MOBILE = '+14155550191';

const begin = (channel: AccountChannel = 'instagram') => {
  const folded = fold(conversation);
  let at = 0;
  const send = (command: ConversationCommand) => folded.apply(command, at);
  const effectOf = (kind: string) =>
    Object.entries(conversation.effects(folded.state)).find(([, fx]) => fx.kind === kind);
  return {
    folded,
    send,
    /** The customer writes, and the agent begins to compose. */
    write: () => {
      at += 1;
      send({
        type: 'receive',
        channel,
        accountId: 'a',
        address: 'p',
        messageId: `m${at}`,
        automated: true,
        providerMessageId: `m${at}`,
        sentAt: at,
        opensWindow: true,
        customer: { mobile: null, whatsappId: null, userId: 'p', username: 'p', name: null },
        content: { type: 'text', text: 'Hi', media: null, details: null },
      });
      at += DEBOUNCE_MS;
      folded.advance(at);
    },
    reply: (more: { readonly asksMobile?: boolean; readonly givenMobile?: string }, hasAnswered = true) => {
      const turn = folded.state.reply?.turn ?? 0;
      const messages = hasAnswered ? [{ messageId: `r${turn}`, text: 'Yes.' }] : [];
      return send({ type: 'replied', turn, recipient: 'p', messages, ...more });
    },
    composes: () => effectOf('compose_reply')?.[1],
    registers: () => effectOf('register_participant'),
  };
};

t.test('counts a request for the mobile number when it is sent', async (t) => {
  const { write, send, reply, composes, folded } = begin();
  write();
  t.match(composes(), { mobileAsked: null }, 'the customer has not been looked up yet');
  send({ type: 'registered', contactId: null });
  t.match(composes(), { mobileAsked: 0, isClaimed: false });
  reply({ asksMobile: true });
  t.equal(folded.state.mobileAsked, 1);
  write();
  t.match(composes(), { mobileAsked: 1 });
  reply({ asksMobile: true }, false);
  t.equal(folded.state.mobileAsked, 1, 'the agent said nothing');
});

t.test('a stated mobile number registers the customer once, as an effect of its own', async (t) => {
  const { write, send, reply, registers, composes, folded } = begin();
  write();
  send({ type: 'registered', contactId: null });
  t.equal(registers(), undefined);
  reply({ givenMobile: MOBILE });
  t.match(registers(), ['register-1', { givenMobile: MOBILE, gone: null }]);
  t.same(reply({ givenMobile: '+14155550192' }), [], 'the turn has ended');
  send({ type: 'registered', contactId: 'c1', given: { mobile: MOBILE, created: true } });
  t.equal(registers(), undefined);
  write();
  t.match(composes(), { contactId: 'c1', isClaimed: true, mobileAsked: null }, 'no request once known');
  reply({ givenMobile: '+14155550192' });
  t.equal(folded.state.givenMobile, MOBILE, 'and later numbers are ignored');
  t.equal(registers(), undefined);
  const linked = send({ type: 'link', contactId: 'c1' });
  t.match(linked, [{ type: 'conversation.linked' }], 'an operator confirms it');
  t.equal(folded.state.isClaimed, false);
  t.same(send({ type: 'link', contactId: 'c1' }), []);
});

t.test('a customer linked by an operator meanwhile is not merely claimed', async (t) => {
  const { write, send, reply, folded } = begin();
  write();
  send({ type: 'registered', contactId: null });
  reply({ givenMobile: MOBILE });
  send({ type: 'link', contactId: 'c1' });
  const registered = { mobile: MOBILE, created: false };
  t.strictSame(send({ type: 'registered', contactId: 'c1', given: registered }), [
    { type: 'conversation.registered', contactId: 'c1' },
  ]);
  t.equal(folded.state.isClaimed, false);
});

t.test('a stated number still counts when its contact is gone', async (t) => {
  const { write, send, reply, registers, composes } = begin();
  write();
  send({ type: 'registered', contactId: null });
  reply({ givenMobile: MOBILE });
  send({ type: 'registered', contactId: 'c1', given: { mobile: MOBILE, created: true } });
  send({ type: 'contact_gone', contactId: 'other' });
  t.equal(registers(), undefined);
  send({ type: 'contact_gone', contactId: 'c1' });
  t.match(registers(), ['register-2', { givenMobile: MOBILE, gone: 'c1' }]);
  write();
  t.match(composes(), { contactId: null, mobileAsked: null });
});

t.test('does not ask on WhatsApp, where the channel provides the number', async (t) => {
  const { write, send, composes, reply, registers } = begin('whatsapp');
  write();
  send({ type: 'registered', contactId: null });
  t.match(composes(), { mobileAsked: null });
  reply({ givenMobile: MOBILE });
  t.equal(registers(), undefined);
});
