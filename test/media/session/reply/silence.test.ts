/**
 * Whatever fault a provider of any kind has, the customer never hears four seconds of silence. A filler, another
 * provider, an apology and the end follow, in that order (docs/explanation/media.md "Failure").
 */
import t from 'tap';
import { briefOf, type Conversation, converse, MS_PER_CHARACTER } from '../carrier.js';

const MOST_SILENCE_MS = 4_000;
const FILLER = 'One moment.';
const APOLOGY = 'Sorry about that.';
const ANSWER = 'From noon. Every day.';
const QUESTION_MS = 600;
const STEP_MS = 20;
/** A longer wait means that the line is dead. */
const GIVEN_UP_MS = 20_000;

/**
 * `fails`: at once; `breaks`: after the first piece; `slow`: so late that another provider is asked; `drips`: steadily,
 * but far too slowly.
 */
type Fault = 'none' | 'fails' | 'stalls' | 'breaks' | 'stalls_midway' | 'slow' | 'drips';

/** Late enough for another provider to be asked, and too early to be given up. */
const SLOW_MS = 2_600;
const SLOW_PIECE_MS = 600;
/** Too early to count as a stall, and too late for a sentence. */
const DRIP_MS = 1_800;

/** A result of a request, and when it arrives; `request` identifies the request. */
interface Due {
  readonly request: string;
  readonly atMs: number;
  readonly deliver: () => void;
}

interface Faults {
  readonly model: Fault;
  readonly voice: Fault;
  /** Whether the phrases (filler, apology) were synthesised in advance, as they are in real calls. */
  readonly hasPhrases: boolean;
}

const audio = (ms: number): Uint8Array => new Uint8Array(ms * 8).fill(0x20);

/** The pieces that a provider delivers under a fault, and how long after the request; null: a failure. */
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

/** Shortly after the last piece. */
const doneMs = (planned: readonly (readonly [number, unknown])[]): number => (planned.at(-1)?.[0] ?? 0) + 20;

/** Advances time, while model and synthesiser act according to their faults. */
const act = (conversation: Conversation, faults: Faults) => {
  let seen = 0;
  let due: Due[] = [];
  const later = (request: string, afterMs: number, deliver: () => void): void => {
    due.push({ request, atMs: conversation.now() + afterMs, deliver });
  };
  /** Drops the results of a request that was repeated or cancelled. */
  const forget = (request: string): void => {
    due = due.filter((result) => result.request !== request);
  };
  const respond = (generation: number): void => {
    const request = `reply ${generation}`;
    forget(request);
    const pieces = ANSWER.match(/\S+\s*/g) ?? [];
    const planned = plan(faults.model, pieces);
    for (const [afterMs, text] of planned)
      later(request, afterMs, () =>
        conversation.feed(
          text === null ? { type: 'model_failed', generation } : { type: 'model_text', generation, text },
        ),
      );
    if (planned.length === pieces.length)
      later(request, doneMs(planned), () => conversation.feed({ type: 'model_done', generation }));
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
      for (const { deliver } of now) deliver();
      conversation.pass(STEP_MS, speaking);
    }
  };
};

const hasSound = (payload: Uint8Array): boolean => payload.some((byte) => byte !== 0xff);

/** Notes of another attempt. */
const RETRIED = /^(model|synthesiser|recogniser)_retried$/;

/** The steps taken for the customer, in order; equal steps in a row count as one. */
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

/** The longest silence between two sounds after `fromMs`, or before the hang-up; `heard`: when the customer spoke. */
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

const hasEnded = (conversation: Conversation): boolean =>
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

/** Asks one question, and another one after the reaction of the agent, unless the call has ended. */
const askTwice = (faults: Faults) => {
  const { conversation, pass } = called(faults);
  const fromMs = conversation.now();
  const heard: number[] = [];
  for (const question of ['what are your hours', 'hello']) {
    if (hasEnded(conversation)) break;
    pass(QUESTION_MS, true);
    heard.push(conversation.now());
    conversation.hear(question, QUESTION_MS);
    // Until it is the customer's turn again: the agent has said something other than the filler.
    const isCustomersTurn = (): boolean => {
      const { speaker = '', text = '' } = conversation.turns().at(-1) ?? {};
      return speaker === 'assistant' && text !== FILLER;
    };
    while (
      !hasEnded(conversation) &&
      !isCustomersTurn() &&
      conversation.now() - (heard.at(-1) ?? 0) < GIVEN_UP_MS
    )
      pass(100);
  }
  return {
    conversation,
    steps: stepsOf(conversation),
    silenceMs: longestSilence(conversation, fromMs, heard),
  };
};

/** Steps for both questions: a second failure in a row ends the call. */
const BRIDGED_TWICE = ['filler', 'fallback', 'apology', 'filler', 'fallback', 'apology', 'end'];
const FAILED_TWICE = ['fallback', 'apology', 'fallback', 'apology', 'end'];
const BRIDGED = ['filler', 'fallback', 'filler', 'fallback'];

const EXPECTED: readonly (readonly ['model' | 'voice', Fault, readonly string[], ended: boolean])[] = [
  ['model', 'fails', FAILED_TWICE, true],
  ['model', 'breaks', FAILED_TWICE, true],
  ['model', 'stalls', BRIDGED_TWICE, true],
  ['model', 'stalls_midway', BRIDGED_TWICE, true],
  ['model', 'slow', BRIDGED, false],
  ['model', 'drips', ['filler'], false],
  ['voice', 'fails', FAILED_TWICE, true],
  // Speech that has started to play is not restarted by another synthesiser.
  ['voice', 'breaks', ['apology', 'end'], true],
  ['voice', 'stalls_midway', ['apology', 'end'], true],
  ['voice', 'stalls', BRIDGED_TWICE, true],
  ['voice', 'slow', BRIDGED, false],
  ['voice', 'drips', ['filler'], false],
];

for (const [kind, fault, wanted, ended] of EXPECTED)
  t.test(`fault "${fault}" of every ${kind} leads to ${wanted.join(', ')}`, async (t) => {
    const { conversation, steps, silenceMs } = askTwice({ ...WELL, [kind]: fault });
    t.same(steps, wanted);
    t.ok(silenceMs <= MOST_SILENCE_MS, `${silenceMs} ms`);
    const reason = kind === 'model' ? 'model_failed' : 'speech_provider_failed';
    t.match(
      conversation.commands().find(({ type }) => type === 'hang_up'),
      ended ? { by: 'provider', reason } : undefined,
    );
    const answers = conversation.turns().filter(({ text }) => text === ANSWER);
    t.equal(answers.length, ended ? 0 : 2, 'slow providers are waited for');
  });

t.test('the call ends within four seconds if even the apology cannot be heard', async (t) => {
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

/** A call with a voice detection model, and a customer who speaks for a second. */
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

t.test('failing recognisers lead to the next one, then an apology, then the end', async (t) => {
  const { conversation, pass, talk } = spokenTo();
  talk();
  const spokeAt = conversation.now();
  conversation.feed(fail);
  pass(200);
  conversation.feed(fail);
  pass(6_000);
  t.same(stepsOf(conversation), ['fallback', 'apology', 'end']);
  const silenceMs = longestSilence(conversation, spokeAt, []);
  t.ok(silenceMs <= MOST_SILENCE_MS, `${silenceMs} ms`);
  t.match(
    conversation.commands().find(({ type }) => type === 'hang_up'),
    { reason: 'speech_provider_failed' },
  );
});

t.test('the customer is asked to repeat if every recogniser stalls', async (t) => {
  const { conversation, pass, talk } = spokenTo();
  for (let time = 0; time < 2; time += 1) {
    talk();
    const spokeAt = conversation.now();
    pass(3_900);
    const sounds = conversation.outputs.filter(
      ({ output, atMs }) => output.type === 'send_audio' && atMs > spokeAt && hasSound(output.payload),
    );
    const firstMs = (sounds[0]?.atMs ?? Number.POSITIVE_INFINITY) - spokeAt;
    t.ok(firstMs <= MOST_SILENCE_MS, `${firstMs} ms`);
    pass(3_000);
  }
  t.equal(conversation.notes().filter((code) => code === 'not_understood').length, 2);
});

t.test('a slow recogniser has its partial result accepted, or the customer is asked to repeat', async (t) => {
  for (const hasPartial of [true, false]) {
    const { conversation, pass, talk } = spokenTo();
    talk();
    const spokeAt = conversation.now();
    const words = { text: 'what are your hours', startMs: spokeAt - 1_100, endMs: spokeAt };
    if (hasPartial) conversation.feed({ type: 'recognised', event: { type: 'partial', ...words } });
    pass(3_500);
    const event = { type: 'final', ...words, confidence: 1, endOfUtterance: true } as const;
    conversation.feed({ type: 'recognised', event });
    pass(6_000);
    const sounds = conversation.outputs.filter(
      ({ output, atMs }) => output.type === 'send_audio' && atMs > spokeAt && hasSound(output.payload),
    );
    const firstMs = (sounds[0]?.atMs ?? Number.POSITIVE_INFINITY) - spokeAt;
    t.ok(firstMs <= MOST_SILENCE_MS, `${hasPartial ? 'with' : 'without'} a guess: ${firstMs} ms`);
    t.equal(conversation.turns().findLast(({ speaker }) => speaker === 'customer')?.text, words.text);
    t.equal(conversation.turns().at(-1)?.text, ANSWER, 'the question is answered');
    t.notOk(hasEnded(conversation));
  }
});
