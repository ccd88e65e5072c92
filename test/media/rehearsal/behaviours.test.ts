/** What simulated customers do beside speaking, and what their agent makes of it. */
import t from 'tap';
import type { RehearsedConversation } from '../../../schemas/simulations/conversation.js';
import { modelOf, rehearse, says, talkOf } from './stage.js';

const LONG =
  'We have a table by the window, a table on the terrace, and a table in the garden, which is the quietest of all of them.';
const polite = modelOf(() => says(LONG));
const LINES = ['I would like to book a table for two people', 'the one in the garden please', 'thank you'];

const saidBy = ({ lines }: RehearsedConversation, speaker: string): readonly string[] =>
  lines.filter((line) => line.speaker === speaker).map(({ text }) => text);

t.test('a customer who interrupts is heard at once', async (t) => {
  const calm = await rehearse(polite, { customer: { name: 'Ann', lines: LINES } });
  t.ok(calm.lines.every(({ interrupted }) => interrupted === undefined));
  const hasty = await rehearse(polite, { customer: { name: 'Ann', lines: LINES, interrupts: 1 } });
  const cut = hasty.lines.filter(({ speaker, interrupted }) => speaker === 'agent' && interrupted === true);
  t.ok(cut.length > 0);
  t.ok(saidBy(hasty, 'customer').length >= 3);
  const talkedOver = Math.max(0, ...(hasty.talkedOverMs ?? []));
  t.ok(talkedOver > 0 && talkedOver < 1_500, `the agent stops after ${talkedOver} ms`);
});

t.test('a customer who pauses in the middle of a line says all of it', async (t) => {
  const customer = { name: 'Ann', lines: ['I would like to book a table for two people'], pauses: 1 };
  const straight = await rehearse(polite, { customer: { ...customer, pauses: 0 } });
  const paused = await rehearse(polite, { customer });
  const lengthOf = ({ lines }: RehearsedConversation): number => {
    const own = lines.filter(({ speaker }) => speaker === 'customer');
    return (own.at(-1)?.endMs ?? 0) - (own[0]?.startMs ?? 0);
  };
  t.ok(lengthOf(paused) > lengthOf(straight) + 600);
  t.match(saidBy(paused, 'customer').join(' '), 'I would like to book a table for two people');
});

t.test('a cough does not stop the agent for good', async (t) => {
  const conversation = await rehearse(polite, { customer: { name: 'Ann', lines: LINES, coughs: 1 } });
  t.match(saidBy(conversation, 'agent').join(' '), 'the quietest of all of them');
  t.same(saidBy(conversation, 'customer'), LINES, 'no word comes of it');
});

t.test('mumbled words and noise are misheard, and the report shows what was said', async (t) => {
  for (const more of [{ mumbles: 0.5 }, { noise: { kind: 'white', dbfs: -25 } as const }]) {
    const { lines } = await rehearse(polite, { customer: { name: 'Ann', lines: LINES, ...more } });
    const misheard = lines.filter(({ speaker, said }) => speaker === 'customer' && said !== undefined);
    t.ok(misheard.length > 0, JSON.stringify(more));
    t.ok(misheard.every(({ said = '' }) => LINES.some((line) => said.includes(line))));
  }
});

t.test('another speaker and an echo reach the agent', async (t) => {
  const customer = { name: 'Ann', lines: LINES };
  const crowded = await rehearse(polite, {
    customer: { ...customer, otherSpeaker: { lines: ['did you see my keys anywhere'], dbfs: -22 } },
  });
  t.match(talkOf(crowded).join('\n'), /keys/);
  const quiet = await rehearse(polite, {
    customer: { ...customer, otherSpeaker: { lines: ['did you see my keys anywhere'], dbfs: -60 } },
  });
  t.notMatch(talkOf(quiet).join('\n'), /keys/, 'a voice in the next room is not recognised');
  const echoing = await rehearse(polite, { customer: { ...customer, echo: -20 } });
  t.equal(echoing.problem, null);
  t.match(saidBy(echoing, 'customer').join(' '), 'thank you');
});
