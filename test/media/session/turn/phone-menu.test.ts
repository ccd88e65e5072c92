/** An agent finds its way through a phone menu by keys, and a menu that goes in circles has an end. */
import t from 'tap';
import type { MenuBrief } from '../../../../media/session/io.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const MENU = ['For sales, press 1.', 'For billing, press 2.'] as const;
const LOOPS: MenuBrief = { repeats: 3, transferTool: null };

const called = (menu: MenuBrief | null): Conversation => {
  const conversation = converse(briefOf({}, { greeting: '', menu }));
  conversation.feed({ type: 'connected' });
  conversation.pass(1_000);
  return conversation;
};

/** The menu is played once: its options with a second of silence between them. */
const play = (conversation: Conversation, lines: readonly string[] = MENU): void => {
  for (const line of lines) {
    conversation.pass(600, true);
    conversation.hear(line);
    conversation.pass(1_000);
  }
  conversation.pass(1_500);
};

const pressKey = (conversation: Conversation, digits: string): void => {
  const generation = conversation.last('respond')?.generation ?? 0;
  conversation.feed({
    type: 'model_tool',
    generation,
    name: 'press_keys',
    arguments: { digits },
    onLine: 'send_digits',
  });
  conversation.feed({ type: 'model_done', generation });
  conversation.pass(1_000);
};

const hangUps = (conversation: Conversation) =>
  conversation.commands().flatMap((command) => (command.type === 'hang_up' ? [command.reason] : []));

t.test('a menu is listened to until its end, and one answer presses a key', async (t) => {
  const conversation = called(LOOPS);
  play(conversation);
  t.equal(conversation.sent('respond'), 1, 'not in the pause between two options');
  t.match(conversation.last('respond')?.messages.at(-1), { role: 'user', content: MENU.join(' ') });
  pressKey(conversation, '2');
  t.match(
    conversation.commands().filter(({ type }) => type === 'end_tool'),
    [{ end: { outcome: 'done', result: 'The keys were pressed.' } }],
  );
  t.equal(conversation.sent('respond'), 1, 'the keys are not commented on');
  conversation.pass(30_000);
  t.notOk(
    conversation.turns().some(({ text }) => text === 'Still there?'),
    'music is not nudged',
  );
  conversation.pass(600, true);
  conversation.hear('Billing, this is Grace.');
  conversation.pass(1_000);
  t.equal(conversation.sent('respond'), 2, 'a person is answered');
  t.ok(
    conversation.last('respond')?.messages.some((message) => message.role === 'tools'),
    'and the model knows which keys it pressed',
  );
});

t.test('the same menu heard again and again ends the call', async (t) => {
  const conversation = called(LOOPS);
  play(conversation);
  pressKey(conversation, '2');
  play(conversation);
  pressKey(conversation, '2');
  t.same(hangUps(conversation), []);
  play(conversation);
  t.same(hangUps(conversation), ['menu_loop']);
  t.ok(conversation.notes().includes('menu_loop'));
  t.equal(conversation.sent('respond'), 2, 'the last one is not answered');
});

t.test('a menu that offers to leave a message is no answering machine', async (t) => {
  const conversation = called(LOOPS);
  play(conversation, ['For billing, press 1.', 'To leave a message after the tone, press 2.']);
  t.same(hangUps(conversation), []);
  t.equal(conversation.sent('respond'), 1);
  t.notOk(conversation.notes().includes('voicemail'));
});

t.test('a stuck call is transferred, if the agent has a transfer for it', async (t) => {
  const conversation = called({ repeats: 2, transferTool: 'to_reception' });
  play(conversation);
  pressKey(conversation, '1');
  play(conversation);
  conversation.pass(500);
  t.same(hangUps(conversation), []);
  t.match(conversation.last('use_tool'), { name: 'to_reception', arguments: {} });
  conversation.feed({
    type: 'tool_done',
    use: conversation.last('use_tool')?.use ?? '',
    outcome: 'done',
    result: 'On its way.',
  });
  conversation.pass(1_000);
  play(conversation);
  t.equal(conversation.sent('use_tool'), 1, 'once');
  t.same(hangUps(conversation), []);
});

t.test('a stuck call whose transfer fails ends', async (t) => {
  const conversation = called({ repeats: 2, transferTool: 'to_reception' });
  play(conversation);
  pressKey(conversation, '1');
  play(conversation);
  conversation.pass(500);
  const use = conversation.last('use_tool')?.use ?? '';
  conversation.feed({ type: 'tool_done', use, outcome: 'failed', result: 'It refused.' });
  conversation.pass(500);
  t.same(hangUps(conversation), ['menu_loop']);
});

t.test('an agent that cannot press keys does not stay in a menu', async (t) => {
  const conversation = called(null);
  play(conversation);
  t.same(hangUps(conversation), ['ivr_menu']);
  t.equal(conversation.sent('respond'), 0);
});
