/**
 * However a provider of each kind goes wrong, nobody listens to four seconds of silence: a word that the reply is on its way, who
 * stands in, an apology, the end, in that order (docs/media.md "Failure").
 */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from './carrier.js';

const MOST_SILENCE_MS = 4_000;
const FILLER = 'One moment.';
const APOLOGY = 'Sorry about that.';
const ANSWER = 'From noon. Every day.';
const QUESTION_MS = 600;
const STEP_MS = 20;
/** A test that waits for longer has found a dead line. */
const GIVEN_UP_MS = 20_000;

/** `fails`: at once; `breaks`: after its first piece; `slow`: so late that another one is asked; `drips`: steadily, and far too slowly. */
type Fault = 'none' | 'fails' | 'stalls' | 'breaks' | 'stalls_midway' | 'slow' | 'drips';

/** Later than another provider is asked, and sooner than anybody gives up. */
const SLOW_MS = 2_600;
const SLOW_PIECE_MS = 600;
/** Sooner than a stream has stalled, and too late for a sentence. */
const DRIP_MS = 1_800;

/** Something that one request brings, and when; `of`: what it was asked for. */
interface Due {
  readonly of: string;
  readonly atMs: number;
  readonly bring: () => void;
}

interface Faults {
  readonly model: Fault;
  readonly voice: Fault;
  /** Whether what is always said (the word, the apology) was made before, as it is in calls. */
  readonly hasPhrases: boolean;
}

const audio = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0x20);

/** The pieces that a provider brings under a fault, and when after it was asked; null: that it failed. */
const plan = <Piece>(
  fault: Fault,
  pieces: readonly Piece[],
): readonly (readonly [number, Piece | null])[] => {
  const [first] = pieces;
  const begun = first === undefined ? [] : [[300, first] as const];
  switch (fault) {
    case 'none':
      return pieces.map((piece, index) => [300 + 50 * index, piece] as const);
    case 'fails':
      return [[40, null]];
    case 'stalls':
      return [];
    case 'breaks':
      return [...begun, [400, null]];
    case 'stalls_midway':
      return begun;
    case 'drips':
      return pieces.map((piece, index) => [DRIP_MS * (index + 1), piece] as const);
    case 'slow':
      return pieces.map((piece, index) => [SLOW_MS + SLOW_PIECE_MS * index, piece] as const);
  }
};

/** Somewhat after the last piece. */
const doneMs = (planned: readonly (readonly [number, unknown])[]): number => (planned.at(-1)?.[0] ?? 0) + 20;

/** Everybody around the session acts by their faults, while time passes. */
const act = (conversation: Conversation, faults: Faults) => {
  let seen = 0;
  let due: Due[] = [];
  const later = (of: string, afterMs: number, bring: () => void): void => {
    due.push({ of, atMs: conversation.now() + afterMs, bring });
  };
  /** Nobody listens to what was asked for before, or is not wanted any more. */
  const forget = (of: string): void => {
    due = due.filter((each) => each.of !== of);
  };
  const respond = (generation: number): void => {
    const of = `reply ${generation}`;
    forget(of);
    const pieces = ANSWER.match(/\S+\s*/g) ?? [];
    const planned = plan(faults.model, pieces);
    for (const [afterMs, text] of planned)
      later(of, afterMs, () =>
        conversation.feed(
          text === null ? { type: 'model_failed', generation } : { type: 'model_text', generation, text },
        ),
      );
    if (planned.length === pieces.length)
      later(of, doneMs(planned), () => conversation.feed({ type: 'model_done', generation }));
  };
  const speak = (utterance: string, text: string): void => {
    forget(utterance);
    const isPhrase = faults.hasPhrases && (text === FILLER || text === APOLOGY);
    const length = text.length * MS_PER_CHARACTER;
    const pieces = [audio(length / 2), audio(length / 2)];
    const planned = isPhrase ? pieces.map((piece) => [0, piece] as const) : plan(faults.voice, pieces);
    for (const [afterMs, payload] of planned)
      later(utterance, afterMs, () =>
        conversation.feed(
          payload === null
            ? { type: 'speech_failed', utterance }
            : { type: 'speech_audio', utterance, payload, words: [] },
        ),
      );
    if (planned.length === pieces.length)
      later(utterance, doneMs(planned), () => conversation.feed({ type: 'speech_done', utterance }));
  };
  return (ms: number, speaking = false): void => {
    for (const until = conversation.now() + ms; conversation.now() < until; ) {
      for (const { output } of conversation.outputs.slice(seen)) {
        if (output.type === 'respond') respond(output.generation);
        if (output.type === 'synthesise') speak(output.utterance, output.text);
        if (output.type === 'cancel_response') forget(`reply ${output.generation}`);
        if (output.type === 'cancel_synthesis') forget(output.utterance);
      }
      seen = conversation.outputs.length;
      const now = due.filter(({ atMs }) => atMs <= conversation.now());
      due = due.filter(({ atMs }) => atMs > conversation.now());
      for (const { bring } of now) bring();
      conversation.pass(STEP_MS, speaking);
    }
  };
};

const hasSound = (payload: Uint8Array): boolean => payload.some((byte) => byte !== 0xff);

/** Somebody else is asked. */
const RETRIED = /^(model|synthesiser|recogniser)_retried$/;

/** What the customer hears and what is done for them, in order; what comes twice in a row is one. */
const stepsOf = (conversation: Conversation): readonly string[] => {
  const steps = conversation.outputs.flatMap(({ output }) => {
    switch (output.type) {
      case 'synthesise':
        if (output.text === FILLER) return ['filler'];
        if (output.text === APOLOGY) return ['apology'];
        return [];
      case 'command':
        if (output.command.type === 'note') return RETRIED.test(output.command.note.code) ? ['fallback'] : [];
        return output.command.type === 'hang_up' ? ['end'] : [];
      default:
        return [];
    }
  });
  return steps.filter((step, index) => step !== steps[index - 1]);
};

/** The longest time in which nobody made a sound, from `fromMs` until the call ended or now; `heard`: when the customer spoke. */
const longestSilence = (conversation: Conversation, fromMs: number, heard: readonly number[]): number => {
  const sounds = conversation.outputs.flatMap(({ output, atMs }) =>
    (output.type === 'send_audio' && hasSound(output.payload)) ||
    (output.type === 'command' && output.command.type === 'hang_up')
      ? [atMs]
      : [],
  );
  const moments = [fromMs, ...sounds, ...heard].filter((atMs) => atMs >= fromMs).toSorted((a, b) => a - b);
  return Math.max(...moments.map((atMs, index) => atMs - (moments[index - 1] ?? atMs)));
};

const isOver = (conversation: Conversation): boolean =>
  conversation.commands().some(({ type }) => type === 'hang_up');

const WELL: Faults = { model: 'none', voice: 'none', hasPhrases: true };

const called = (faults: Faults) => {
  const providers = { models: 2, synthesisers: 2, recognisers: 2 };
  const conversation = converse(briefOf({}, { greeting: '', providers }), { mute: true });
  conversation.feed({ type: 'connected' });
  const pass = act(conversation, faults);
  pass(500);
  return { conversation, pass };
};

/** A question, and another one once the agent has said what it could; until the call is over. */
const askTwice = (faults: Faults) => {
  const { conversation, pass } = called(faults);
  const fromMs = conversation.now();
  const heard: number[] = [];
  for (const question of ['what are your hours', 'hello']) {
    if (isOver(conversation)) break;
    pass(QUESTION_MS, true);
    heard.push(conversation.now());
    conversation.hear(question, QUESTION_MS);
    // Until it is their turn again: they were answered, as far as that went, or asked to bear with it.
    const isTheirs = (): boolean => {
      const { speaker = '', text = '' } = conversation.turns().at(-1) ?? {};
      return speaker === 'assistant' && text !== FILLER;
    };
    while (!isOver(conversation) && !isTheirs() && conversation.now() - (heard.at(-1) ?? 0) < GIVEN_UP_MS)
      pass(100);
  }
  return {
    conversation,
    steps: stepsOf(conversation),
    silenceMs: longestSilence(conversation, fromMs, heard),
  };
};

/** Of one question, and where it is the same for the next one the call is over. */
const TOLD_TWICE = ['filler', 'fallback', 'apology', 'filler', 'fallback', 'apology', 'end'];
const FAILED_TWICE = ['fallback', 'apology', 'fallback', 'apology', 'end'];
const BRIDGED = ['filler', 'fallback', 'filler', 'fallback'];

const EXPECTED: readonly (readonly ['model' | 'voice', Fault, readonly string[], ended: boolean])[] = [
  ['model', 'fails', FAILED_TWICE, true],
  ['model', 'breaks', FAILED_TWICE, true],
  ['model', 'stalls', TOLD_TWICE, true],
  ['model', 'stalls_midway', TOLD_TWICE, true],
  ['model', 'slow', BRIDGED, false],
  ['model', 'drips', ['filler'], false],
  ['voice', 'fails', FAILED_TWICE, true],
  // What has begun to sound is not begun again by somebody else.
  ['voice', 'breaks', ['apology', 'end'], true],
  ['voice', 'stalls_midway', ['apology', 'end'], true],
  ['voice', 'stalls', TOLD_TWICE, true],
  ['voice', 'slow', BRIDGED, false],
  ['voice', 'drips', ['filler'], false],
];

for (const [kind, fault, wanted, ended] of EXPECTED)
  t.test(`every ${kind} ${fault}: ${wanted.join(', ')}`, async (t) => {
    const { conversation, steps, silenceMs } = askTwice({ ...WELL, [kind]: fault });
    t.same(steps, wanted);
    t.ok(silenceMs <= MOST_SILENCE_MS, `${silenceMs} ms`);
    const reason = kind === 'model' ? 'model_failed' : 'speech_provider_failed';
    t.match(
      conversation.commands().find(({ type }) => type === 'hang_up'),
      ended ? { by: 'provider', reason } : undefined,
    );
    const answers = conversation.turns().filter(({ text }) => text === ANSWER);
    t.equal(answers.length, ended ? 0 : 2, 'who is slow is waited for');
  });

t.test('where not even the apology can be heard the call ends within four seconds', async (t) => {
  for (const fault of ['fails', 'stalls'] as const) {
    const { conversation, steps, silenceMs } = askTwice({ model: 'none', voice: fault, hasPhrases: false });
    t.equal(steps.at(-1), 'end', fault);
    t.ok(silenceMs <= MOST_SILENCE_MS, `${fault}: ${silenceMs} ms`);
    t.match(
      conversation.commands().find(({ type }) => type === 'hang_up'),
      { reason: 'speech_provider_failed' },
    );
  }
});

/** A call on which a model says what is a voice, and a customer who says something that takes a second. */
const spokenTo = () => {
  const providers = { models: 2, synthesisers: 2, recognisers: 2 };
  const conversation = converse(briefOf({}, { greeting: '', providers, confirmsVoice: true }), {
    mute: true,
  });
  conversation.feed({ type: 'connected' });
  const pass = act(conversation, WELL);
  pass(500);
  const talk = (): void => {
    pass(160, true);
    const sound = conversation.last('confirm_voice')?.sound ?? 0;
    conversation.feed({ type: 'voice', sound, speech: true });
    pass(1_000, true);
  };
  return { conversation, pass, talk };
};
const fail = { type: 'recognised', event: { type: 'failed', reason: 'gone' } } as const;

t.test('every recogniser fails: the next one listens, then an apology, then the end', async (t) => {
  const { conversation, pass, talk } = spokenTo();
  talk();
  const saidAt = conversation.now();
  conversation.feed(fail);
  pass(200);
  conversation.feed(fail);
  pass(6_000);
  t.same(stepsOf(conversation), ['fallback', 'apology', 'end']);
  const silenceMs = longestSilence(conversation, saidAt, []);
  t.ok(silenceMs <= MOST_SILENCE_MS, `${silenceMs} ms`);
  t.match(
    conversation.commands().find(({ type }) => type === 'hang_up'),
    { reason: 'speech_provider_failed' },
  );
});

t.test('every recogniser stalls: what nobody understood is asked for again', async (t) => {
  const { conversation, pass, talk } = spokenTo();
  for (let time = 0; time < 2; time += 1) {
    talk();
    const saidAt = conversation.now();
    pass(3_900);
    const sounds = conversation.outputs.filter(
      ({ output, atMs }) => output.type === 'send_audio' && atMs > saidAt && hasSound(output.payload),
    );
    const firstMs = (sounds[0]?.atMs ?? Number.POSITIVE_INFINITY) - saidAt;
    t.ok(firstMs <= MOST_SILENCE_MS, `${firstMs} ms`);
    pass(3_000);
  }
  t.equal(conversation.notes().filter((code) => code === 'not_understood').length, 2);
});

t.test('every recogniser is slow: its guess is believed, or the customer is asked', async (t) => {
  for (const guesses of [true, false]) {
    const { conversation, pass, talk } = spokenTo();
    talk();
    const saidAt = conversation.now();
    const said = { text: 'what are your hours', startMs: saidAt - 1_100, endMs: saidAt };
    if (guesses) conversation.feed({ type: 'recognised', event: { type: 'partial', ...said } });
    pass(3_500);
    const event = { type: 'final', ...said, confidence: 1, endOfUtterance: true } as const;
    conversation.feed({ type: 'recognised', event });
    pass(6_000);
    const sounds = conversation.outputs.filter(
      ({ output, atMs }) => output.type === 'send_audio' && atMs > saidAt && hasSound(output.payload),
    );
    const firstMs = (sounds[0]?.atMs ?? Number.POSITIVE_INFINITY) - saidAt;
    t.ok(firstMs <= MOST_SILENCE_MS, `${guesses ? 'with' : 'without'} a guess: ${firstMs} ms`);
    t.equal(conversation.turns().findLast(({ speaker }) => speaker === 'customer')?.text, said.text);
    t.equal(conversation.turns().at(-1)?.text, ANSWER, 'and is answered');
    t.notOk(isOver(conversation));
  }
});
