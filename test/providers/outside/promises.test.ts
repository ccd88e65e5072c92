/** What `parley providers test` reports about third-party modules: nothing for correct ones, and each breach. */
import t from 'tap';
import { brokenByRecogniser, brokenBySynthesiser } from '../../../providers/outside/promises.js';
import { createFlite } from '../../../providers/speech/flite.js';
import type { Recogniser, RecognitionEvent } from '../../../providers/speech/recogniser.js';
import type { SpeechRequest, Synthesiser } from '../../../providers/speech/synthesiser.js';

const REQUEST: SpeechRequest = {
  text: 'Hello, this is a short test.',
  voiceId: 'flite:slt',
  language: 'en',
};
/** Two seconds. */
const SPEECH = new Uint8Array(16_000);

type Tell = (event: RecognitionEvent) => void;

const final = (startMs: number, endMs: number): RecognitionEvent => ({
  type: 'final',
  text: 'hello',
  startMs,
  endMs,
  confidence: 1,
  endOfUtterance: true,
});

/** A recogniser that emits nothing after its close, unless the stream has its own `close`. */
const recogniserOf = (
  stream: (tell: Tell) => { finish?: () => Promise<void>; close?: () => void },
): Recogniser => ({
  name: 'ears',
  open: (_request, tell) => {
    let closed = false;
    const { finish, close } = stream((event) => (closed ? undefined : tell(event)));
    return {
      write: () => undefined,
      finish: () => finish?.() ?? Promise.resolve(),
      close: () => {
        closed = close === undefined;
        close?.();
      },
    };
  },
  close: async () => undefined,
});

t.test('reports nothing for a correct recogniser', async (t) => {
  const good = recogniserOf((tell) => ({
    finish: async () => {
      tell(final(0, 500));
      tell(final(600, 1_000));
    },
  }));
  t.same(await brokenByRecogniser(good, SPEECH), []);
});

const never = (): Promise<never> => new Promise(() => undefined);

const BREACHES: readonly (readonly [RegExp, Recogniser])[] = [
  [/finish does not resolve where nothing was written/, recogniserOf(() => ({ finish: never }))],
  [
    /events come after finish has resolved/,
    recogniserOf((tell) => ({ finish: async () => void setTimeout(() => tell(final(0, 10)), 50) })),
  ],
  [/events end after the audio/, recogniserOf((tell) => ({ finish: async () => tell(final(0, 10_000)) }))],
  [
    /finals do not come in the order/,
    recogniserOf((tell) => ({
      finish: async () => {
        tell(final(500, 600));
        tell(final(0, 400));
      },
    })),
  ],
  [
    /events come after close/,
    recogniserOf((tell) => ({ close: () => void setTimeout(() => tell(final(0, 10)), 20) })),
  ],
];

t.test('reports each breach of a recogniser', async (t) => {
  await Promise.all(
    BREACHES.map(async ([broken, recogniser]) => {
      t.match((await brokenByRecogniser(recogniser, SPEECH)).join('; '), broken);
    }),
  );
});

const synthesiserOf = (synthesise: Synthesiser['synthesise']): Synthesiser => ({
  name: 'voice',
  voices: [],
  synthesise,
  close: async () => undefined,
});

t.test('reports nothing for Flite, and each breach of a faulty synthesiser', async (t) => {
  const flite = createFlite();
  t.teardown(() => flite.close());
  t.same(await brokenBySynthesiser(flite, REQUEST), []);
  const deaf = synthesiserOf(async function* () {
    for (let chunk = 0; chunk < 20; chunk += 1) yield { mulaw: new Uint8Array(800) };
  });
  t.match(await brokenBySynthesiser(deaf, REQUEST), [/although the signal was aborted before/]);
  const wide = synthesiserOf(async function* (_request, signal) {
    signal.throwIfAborted();
    yield { mulaw: new Uint8Array(200_000) };
    signal.throwIfAborted();
  });
  t.match(await brokenBySynthesiser(wide, REQUEST), [/28 characters take 25000 ms/]);
  const stubborn = synthesiserOf(async function* (_request, signal) {
    signal.throwIfAborted();
    yield { mulaw: new Uint8Array(16_000) };
    if (signal.aborted) await never();
  });
  t.match(await brokenBySynthesiser(stubborn, REQUEST), [/does not stop within two seconds/]);
});
