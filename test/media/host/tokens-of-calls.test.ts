/** Token usage of the models of a call. */
import t from 'tap';
import type { CallMedia } from '../../../media/host/call-media.js';
import { callUnderTest, promptModel } from './call-under-test.js';

const final = (text: string) =>
  ({ type: 'final', text, startMs: 0, endMs: 400, confidence: 1, endOfUtterance: true }) as const;

t.test('each session reports its own token usage when its media detaches', async (t) => {
  const underTest = callUnderTest();
  const answer = promptModel.respond;
  underTest.model = {
    name: 'counts',
    respond: async function* (request, signal) {
      yield* answer(request, signal);
      request.onUsage?.('openai:gpt', { input: 100, output: 7 });
    },
  };
  const talk = async (before?: CallMedia): Promise<CallMedia> => {
    const media = underTest.media(before);
    const socket = underTest.connect(media);
    await underTest.pass(4_000);
    underTest.emit(final('are you open'));
    await underTest.pass(4_000);
    underTest.emit(final('and on sundays'));
    await underTest.pass(4_000);
    socket.drop();
    await media.drain();
    await media.ended;
    return media;
  };
  const tokens = () =>
    underTest.commands.flatMap((command) => (command.type === 'detach_media' ? [command.tokens] : []));
  const first = await talk();
  t.same(tokens(), [[{ model: 'openai:gpt', input: 200, output: 14 }]]);
  await talk(first);
  t.same(tokens().at(-1), [{ model: 'openai:gpt', input: 200, output: 14 }], 'only its own tokens');
});
