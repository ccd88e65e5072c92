/** The scripted model without a script: it conducts the conversation that ordinary instructions describe. */
import t from 'tap';
import {
  type ChatMessage,
  type ModelEvent,
  NOT_UNDERSTOOD,
} from '../../../../providers/llm/language-model.js';
import { ASK_AGAIN, createScriptedModel, NO_RULE } from '../../../../providers/llm/scripted.js';
import { planOf } from '../../../../providers/llm/stand-in/plan.js';
import { factsMessages } from '../../../../providers/llm/untrusted.js';

const DENTAL =
  'You are Ann from Acme Dental. Remind the customer of the appointment on Tuesday at ten, ask whether it suits, and say goodbye. ' +
  'The practice is at 5 Harbour Street. If they ask about the price, say that the check-up is free.';

const END_CALL = { name: 'end_call', description: '', parameters: {} };

interface Reply {
  readonly text: string;
  readonly hangsUp: boolean;
}

const reply = async (
  messages: readonly ChatMessage[],
  manner: 'spoken' | 'written' | null = 'spoken',
): Promise<Reply> => {
  const events: ModelEvent[] = [];
  const request = {
    messages,
    tools: manner === 'spoken' ? [END_CALL] : [],
    ...(manner === null ? {} : { manner }),
  };
  for await (const event of createScriptedModel().respond(request, new AbortController().signal))
    events.push(event);
  return {
    text: events.map((event) => (event.type === 'text' ? event.text : '')).join(''),
    hangsUp: events.some((event) => event.type === 'tool_call' && event.name === 'end_call'),
  };
};

/** The agent's replies to the customer's lines, in turn. */
const converse = async (
  instructions: string,
  greeting: string,
  lines: readonly string[],
  manner: 'spoken' | 'written' = 'spoken',
): Promise<readonly Reply[]> => {
  const messages: ChatMessage[] = [{ role: 'system', content: instructions }];
  if (greeting !== '') messages.push({ role: 'assistant', content: greeting });
  const replies: Reply[] = [];
  for (const line of lines) {
    messages.push({ role: 'user', content: line });
    const answer = await reply(messages, manner);
    replies.push(answer);
    messages.push({ role: 'assistant', content: answer.text });
  }
  return replies;
};

t.test('does what the instructions say, answers from their facts, says goodbye and hangs up', async (t) => {
  const replies = await converse(DENTAL, 'Hello, this is Ann from Acme Dental.', [
    'What is it about?',
    'When is it please?',
    'Yes, that is fine.',
    'Where is it?',
    'How much does it cost?',
    'Do I need to bring anything?',
    'No thank you, that is all.',
  ]);
  t.same(
    replies.map(({ text }) => text),
    [
      'I would like to remind you of the appointment on Tuesday at ten. Does it suit you?',
      'The appointment on Tuesday at ten. Does it suit you?',
      'Very good. Is there anything else I can do for you?',
      'The practice is at 5 Harbour Street. Is there anything else I can do for you?',
      'The check-up is free. Is there anything else I can do for you?',
      'Thank you. Goodbye!',
      'Thank you for your time. Goodbye!',
    ],
  );
  t.same(
    replies.map(({ hangsUp }) => hangsUp),
    [false, false, false, false, false, true, true],
    'it offers help three times at most',
  );
});

t.test('in writing it introduces itself, and ends no call', async (t) => {
  const replies = await converse(
    DENTAL,
    '',
    ['hello', 'no, that does not suit me', 'who are you?', 'bye'],
    'written',
  );
  t.same(replies, [
    {
      text: 'This is Ann from Acme Dental. I would like to remind you of the appointment on Tuesday at ten. Does it suit you?',
      hangsUp: false,
    },
    { text: 'All right. Is there anything else I can do for you?', hangsUp: false },
    { text: 'This is Ann from Acme Dental. Is there anything else I can do for you?', hangsUp: false },
    { text: 'Thank you. Goodbye!', hangsUp: false },
  ]);
});

t.test('invents nothing, repeats itself on request, and lets people go', async (t) => {
  const greeting = 'Hello, this is Ann.';
  for (const [line, answer, hangsUp] of [
    ['How long does it take?', 'I am sorry, I do not know that. I would like to remind you', false],
    ['Could you say that again please?', greeting, false],
    ['Can you hear me?', 'Yes, I can hear you.', false],
    ['I am not interested', 'I understand. I am sorry to have disturbed you. Goodbye!', true],
    ['goodbye', 'Thank you. Goodbye!', true],
  ] as const) {
    const [only] = await converse(DENTAL, greeting, [line]);
    t.ok(only?.text.startsWith(answer), `${line}: ${only?.text}`);
    t.equal(only?.hangsUp, hangsUp, line);
  }
});

t.test(
  'fills in what is known of the customer, and takes a passage of its sources for an answer',
  async (t) => {
    const messages: readonly ChatMessage[] = [
      { role: 'system', content: 'Tell the customer that their order «number» is on its way.' },
      ...factsMessages({ number: '4711' }),
      { role: 'user', content: 'hello' },
    ];
    t.equal((await reply(messages)).text, 'Your order 4711 is on its way.');
    const asked: readonly ChatMessage[] = [
      { role: 'system', content: 'You are Bella of Bella Vista.' },
      { role: 'assistant', content: 'This is Bella.' },
      {
        role: 'data',
        data: { type: 'passages', passages: [{ source: 'menu', text: 'Fish is fresh on Fridays.' }] },
      },
      { role: 'user', content: 'Do you have fish?' },
    ];
    t.equal((await reply(asked)).text, 'Fish is fresh on Fridays. Is there anything else I can do for you?');
  },
);

t.test(
  'stays out of requests whose answer reaches no customer, and of instructions with a script',
  async (t) => {
    const user: ChatMessage = { role: 'user', content: 'what is it about' };
    t.equal((await reply([{ role: 'system', content: DENTAL }, user], null)).text, NO_RULE);
    const scripted = `${DENTAL} When the customer says "rain", say "Sun.".`;
    t.equal((await reply([{ role: 'system', content: scripted }, user])).text, NO_RULE);
    t.equal((await reply([{ role: 'system', content: 'Be nice.' }, user])).text, NO_RULE);
    const unheard: ChatMessage = { role: 'user', content: NOT_UNDERSTOOD };
    t.equal((await reply([{ role: 'system', content: DENTAL }, unheard])).text, ASK_AGAIN);
  },
);

t.test('reads the common forms of orders', (t) => {
  for (const [order, said] of [
    ['Tell them that their parcel has arrived.', 'Your parcel has arrived.'],
    ['Please let the customer know that we are closed tomorrow.', 'We are closed tomorrow.'],
    ['Inform the patient about the new opening hours.', 'I am calling about the new opening hours.'],
    ['Ask for the number of people.', 'Could you tell me the number of people?'],
    ['Ask the caller what they would like to order.', 'Could you tell me what you would like to order?'],
    ['Ask if they can come on Monday.', 'Can you come on Monday?'],
    ['Ask whether the customer wants to renew the contract.', 'Do you want to renew the contract?'],
    ['Ask them whether they were satisfied.', 'Were you satisfied?'],
    ['Ask whether the new time works.', 'Does the new time work for you?'],
    ['Your task is to find out whether they have a garden.', 'Do you have a garden?'],
    ['Offer a discount of ten percent.', 'I can offer you a discount of ten percent.'],
    ['Thank the customer for their order.', 'Thank you for your order.'],
    ['Then ask "Shall we begin?".', 'Shall we begin?'],
    ['Invite the guests to the opening.', 'I would like to invite you to the opening.'],
  ] as const)
    t.same(
      planOf(order)?.steps.map(({ text }) => text),
      [said],
      order,
    );
  for (const nothing of ['', 'Be brief.', 'Never discuss politics.', 'x'.repeat(100_000)])
    t.equal(planOf(nothing), null);
  t.end();
});
