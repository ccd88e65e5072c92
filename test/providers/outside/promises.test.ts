/** What `parley providers test` reports about third-party modules: nothing for correct ones, and each breach. */
import t from 'tap';
import { recogniserViolations, synthesiserViolations } from '../../../providers/outside/promises.js';
import { createFlite } from '../../../providers/speech/offline/flite/synthesiser.js';
import type { Recogniser, RecognitionEvent } from '../../../providers/speech/recogniser.js';
import type { SpeechRequest, Synthesiser } from '../../../providers/speech/synthesiser.js';

const REQUEST: SpeechRequest = {
  text: 'Hello, this is a short test.',
  voiceId: 'flite:slt',
  language: 'en',
};
/** Two seconds. */
const SPEECH = new Uint8Array(16_000);

type Emit = (event: RecognitionEvent) => void;

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
  stream: (emit: Emit) => { finish?: () => Promise<void>; close?: () => void },
): Recogniser => ({
  name: 'ears',
  open: (_request, emit) => {
    let closed = false;
    const { finish, close } = stream((event) => (closed ? undefined : emit(event)));
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
  const good = recogniserOf((emit) => ({
    finish: async () => {
      emit(final(0, 500));
      emit(final(600, 1_000));
    },
  }));
  t.same(await recogniserViolations(good, SPEECH), []);
});

const never = (): Promise<never> => new Promise(() => undefined);

const BREACHES: readonly (readonly [RegExp, Recogniser])[] = [
  [/finish does not resolve if nothing was written/, recogniserOf(() => ({ finish: never }))],
  [
    /events arrive after finish has resolved/,
    recogniserOf((emit) => ({ finish: async () => void setTimeout(() => emit(final(0, 10)), 50) })),
  ],
  [/events end after the audio/, recogniserOf((emit) => ({ finish: async () => emit(final(0, 10_000)) }))],
  [
    /finals are out of order/,
    recogniserOf((emit) => ({
      finish: async () => {
        emit(final(500, 600));
        emit(final(0, 400));
      },
    })),
  ],
  [
    /events arrive after close/,
    recogniserOf((emit) => ({ close: () => void setTimeout(() => emit(final(0, 10)), 20) })),
  ],
];

t.test('reports each breach of a recogniser', async (t) => {
  await Promise.all(
    BREACHES.map(async ([broken, recogniser]) => {
      t.match((await recogniserViolations(recogniser, SPEECH)).join('; '), broken);
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
  t.same(await synthesiserViolations(flite, REQUEST), []);
  const deaf = synthesiserOf(async function* () {
    for (let chunk = 0; chunk < 20; chunk += 1) yield { mulaw: new Uint8Array(800) };
  });
  t.match(await synthesiserViolations(deaf, REQUEST), [/although the signal was already aborted/]);
  const wide = synthesiserOf(async function* (_request, signal) {
    signal.throwIfAborted();
    yield { mulaw: new Uint8Array(200_000) };
    signal.throwIfAborted();
  });
  t.match(await synthesiserViolations(wide, REQUEST), [/28 characters take 25000 ms/]);
  const stubborn = synthesiserOf(async function* (_request, signal) {
    signal.throwIfAborted();
    yield { mulaw: new Uint8Array(16_000) };
    if (signal.aborted) await never();
  });
  t.match(await synthesiserViolations(stubborn, REQUEST), [/does not stop within two seconds/]);
});
