/** The pieces of a reply that a voice is given: whole sentences with words. */
import t from 'tap';
import { sessionSettings } from '../../../../media/settings.js';
import type { Conversation } from '../carrier.js';
import { quiet, spoken, texts } from './preemptive-calls.js';

const OFF = { settings: sessionSettings({}) };

/** The model's reply to a first word of the customer, in tokens. */
const reply = (conversation: Conversation, tokens: readonly string[]): void => {
  conversation.hear('Bye.', 400);
  conversation.pass(200);
  const generation = conversation.last('respond')?.generation ?? 0;
  for (const text of tokens) conversation.feed({ type: 'model_text', generation, text });
  conversation.feed({ type: 'model_done', generation });
};

t.test('an emoji after the last sentence is not requested, and no apology follows', async (t) => {
  const conversation = quiet(OFF);
  reply(conversation, ['Great, you are all set! ', 'See you tomorrow! ', '😊']);
  conversation.pass(6_000);
  t.same(spoken(conversation), ['Great, you are all set!', 'See you tomorrow!']);
  t.equal(texts(conversation).at(-1), 'assistant: Great, you are all set! See you tomorrow!');
  t.same(conversation.notes(), []);
});

t.test('an abbreviation ends no piece, and the transcript keeps what was written', async (t) => {
  const conversation = quiet(OFF);
  reply(conversation, [
    'Your visit to Dr',
    '. Smith is at 9 a',
    '.m. on Monday. ',
    'It costs **$4',
    '.50**.',
  ]);
  conversation.pass(12_000);
  t.same(spoken(conversation), ['Your visit to Dr. Smith is at 9 a.m. on Monday.', 'It costs **$4.50**.']);
  t.equal(
    texts(conversation).at(-1),
    'assistant: Your visit to Dr. Smith is at 9 a.m. on Monday. It costs **$4.50**.',
  );
});

t.test('the first piece of a reply may be a clause, and its pieces belong together', async (t) => {
  const conversation = quiet(OFF);
  reply(conversation, ['I have found your table for four on Friday evening, ', 'by the window, at eight.']);
  t.same(spoken(conversation), [
    'I have found your table for four on Friday evening,',
    'by the window, at eight.',
  ]);
  const replies = conversation.outputs.flatMap(({ output }) =>
    output.type === 'synthesise' ? [output.reply] : [],
  );
  t.equal(new Set(replies).size, 1);
  t.type(replies[0], 'string');
});
