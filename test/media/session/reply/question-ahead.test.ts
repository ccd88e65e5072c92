/** Questions to sources, announced at the likely end of the turn. */
import t from 'tap';
import { questionIn } from '../../../../media/speech/history.js';
import { briefOf, type Conversation, converse } from '../carrier.js';

const announced = (conversation: Conversation) =>
  conversation.outputs.flatMap(({ output }) => (output.type === 'question_ahead' ? [output.question] : []));

/** A call of an agent with sources, on which nothing was said but the greeting. */
const greeted = (change: Parameters<typeof briefOf>[1] = {}): Conversation => {
  const conversation = converse(briefOf({}, { greeting: 'Hello.', awaitsWords: true, ...change }));
  conversation.feed({ type: 'connected' });
  conversation.pass(3_000);
  return conversation;
};

t.test('is announced once, before the reply is requested, with what was said before', async (t) => {
  const conversation = greeted();
  conversation.hear('where can i park', 400, false);
  conversation.pass(3_000);
  t.match(announced(conversation), [{ text: 'where can i park', before: ['Hello.'], isAhead: true }]);
  const types = conversation.outputs.map(({ output }) => output.type);
  t.ok(types.indexOf('question_ahead') < types.indexOf('respond'));
  const { messages = [] } = conversation.last('respond') ?? {};
  const { question } = questionIn(messages);
  t.same(announced(conversation), [{ ...question, isAhead: true }], 'it is the question of the reply');
});

t.test('is announced again if the customer goes on', async (t) => {
  const conversation = greeted();
  conversation.hear('where can i park', 400, false);
  conversation.pass(380);
  conversation.hear('my bicycle', 400, false);
  conversation.pass(3_000);
  t.match(announced(conversation).at(-1), { text: /my bicycle$/ });
  t.ok(announced(conversation).length <= 3);
});

t.test('an agent without sources announces nothing', async (t) => {
  const conversation = greeted({ awaitsWords: false });
  conversation.hear('where can i park', 400, false);
  conversation.pass(3_000);
  t.equal(conversation.sent('respond'), 1);
  t.same(announced(conversation), []);
});
