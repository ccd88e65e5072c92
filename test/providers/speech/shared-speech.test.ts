import t from 'tap';
import { createSharedSpeech } from '../../../providers/speech/shared-speech.js';
import type { SpeechRequest, Synthesiser } from '../../../providers/speech/synthesiser.js';

const requestOf = (text: string): SpeechRequest => ({ text, voiceId: 'v', language: 'en' });
const audio = (byte: number, length = 4): Uint8Array => new Uint8Array(length).fill(byte);

const start = (maxBytes?: number) => {
  const synthesised: string[] = [];
  let closed = 0;
  const inner: Synthesiser = {
    name: 'inner',
    voices: [{ id: 'v', name: 'V', language: 'en', gender: 'neutral' }],
    synthesise: async function* ({ text }) {
      synthesised.push(text);
      yield { mulaw: audio(0) };
    },
    close: async () => {
      closed += 1;
    },
  };
  const shelf = createSharedSpeech(maxBytes);
  const speech = { ...shelf.wrap('ours', inner), share: shelf.share.bind(null, 'ours') };
  const others = shelf.wrap('others', inner);
  const hear = async (request: SpeechRequest, signal = new AbortController().signal): Promise<number[]> => {
    const heard: number[] = [];
    for await (const { mulaw } of speech.synthesise(request, signal)) heard.push(...mulaw);
    return heard;
  };
  return { speech, others, synthesised, hear, closed: () => closed };
};

t.test('provided speech is not synthesised, however often it is requested', async (t) => {
  const { speech, synthesised, hear } = start();
  speech.share(requestOf('hello'), [{ mulaw: audio(1, 2) }, { mulaw: audio(2, 1) }]);
  t.same(await hear(requestOf('hello')), [1, 1, 2]);
  t.same(await hear({ ...requestOf('hello'), background: true }), [1, 1, 2]);
  t.same(synthesised, []);
  t.same(await hear(requestOf('goodbye')), [0, 0, 0, 0]);
  t.same(await hear({ ...requestOf('hello'), language: 'fr' }), [0, 0, 0, 0], 'in another language');
  t.same(await hear({ ...requestOf('hello'), voiceId: 'w' }), [0, 0, 0, 0], 'by another voice');
  t.same(synthesised, ['goodbye', 'hello', 'hello']);
});

t.test('evicts the least recently used speech at the limit, and synthesises it again', async (t) => {
  const { speech, synthesised, hear } = start(8);
  speech.share(requestOf('one'), [{ mulaw: audio(1) }]);
  speech.share(requestOf('two'), [{ mulaw: audio(2) }]);
  await hear(requestOf('one'));
  speech.share(requestOf('three'), [{ mulaw: audio(3) }]);
  t.same(await hear(requestOf('one')), [1, 1, 1, 1]);
  t.same(await hear(requestOf('two')), [0, 0, 0, 0]);
  t.same(synthesised, ['two']);
  speech.share(requestOf('one'), [{ mulaw: audio(4) }]);
  t.same(await hear(requestOf('one')), [4, 4, 4, 4], 'providing it again replaces it');
  t.same(await hear(requestOf('three')), [3, 3, 3, 3], 'its size is not counted twice');
});

t.test('otherwise behaves like the inner synthesiser', async (t) => {
  const { speech, hear, closed } = start();
  t.equal(speech.name, 'inner');
  t.equal(speech.voices.length, 1);
  const gone = AbortSignal.abort();
  speech.share(requestOf('hello'), [{ mulaw: audio(1) }]);
  await t.rejects(hear(requestOf('hello'), gone), { name: 'AbortError' });
  await speech.close();
  t.equal(closed(), 1);
});

t.test('speech that is provided for one list of providers is not used for another', async (t) => {
  const { speech, others, synthesised } = start();
  speech.share(requestOf('hello'), [{ mulaw: audio(1) }]);
  for await (const { mulaw } of others.synthesise(requestOf('hello'), new AbortController().signal))
    t.same([...mulaw], [0, 0, 0, 0]);
  t.same(synthesised, ['hello']);
});
