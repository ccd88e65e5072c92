/** The tools of an agent on a call, from their list to their results. */
import t from 'tap';
import type { RecognitionEvent } from '../../../providers/speech/recogniser.js';
import { callUnderTest, GREETING, MS_PER_CHARACTER } from './call-under-test.js';

const final = (text: string): RecognitionEvent => ({
  type: 'final',
  text,
  startMs: 0,
  endMs: 400,
  confidence: 1,
  endOfUtterance: true,
});

t.test('an agent greets before its tools are listed, and answers once they are', async (t) => {
  const underTest = callUnderTest();
  const lookUp = { name: 'look_up', description: 'Looks up.', parameters: { type: 'object' } } as const;
  const offered: (readonly string[])[] = [];
  let list: (tools: readonly (typeof lookUp)[]) => void = () => undefined;
  underTest.tools = {
    of: () =>
      new Promise((resolve) => {
        list = resolve;
      }),
    use: async ({ useId, name }) => ({ outcome: 'done', result: `${name} ${useId.length > 8}` }),
  };
  underTest.model = {
    name: 'witness',
    respond: async function* ({ messages, tools }) {
      offered.push(tools.map(({ name }) => name));
      const [use] = messages.flatMap((message) => (message.role === 'tools' ? message.uses : []));
      if (use === undefined) yield { type: 'tool_call', id: '1', name: 'look_up', arguments: {} } as const;
      else yield { type: 'text', text: `It gave ${use.result}.` } as const;
    },
  };
  const media = underTest.media();
  const socket = underTest.connect(media);
  await underTest.pass(GREETING.length * MS_PER_CHARACTER + 500);
  t.ok(socket.frames() > 0, 'the agent greets');
  underTest.emit(final('where is my order'));
  await underTest.pass(1_000);
  t.same(offered, []);
  list([lookUp]);
  await underTest.pass(4_000);
  t.same(offered, [
    ['end_call', 'look_up'],
    ['end_call', 'look_up'],
  ]);
  t.match(
    underTest.commands.flatMap((command) => (command.type === 'end_tool' ? [command.end] : [])),
    [{ outcome: 'done', result: 'look_up true' }],
  );
  t.match(underTest.events.at(-1), { type: 'call.turn', turn: { text: 'It gave look_up true.' } });
  socket.stop();
  await media.ended;
});
