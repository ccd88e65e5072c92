/** Random calls for a media session: any order of speech, noise, marks, stalls, failures, drops and endings. */
import fc from 'fast-check';
import type { LineRules } from './line.js';
import type { Finish, ModelPlan, Sound, SpeechPlan, Step, World } from './world.js';

const often = <T>(weight: number, arbitrary: fc.Arbitrary<T>) => ({ weight, arbitrary });
const ms = (min: number, max: number): fc.Arbitrary<number> => fc.integer({ min, max });
const sound = fc.constantFrom<Sound[]>('quiet', -50, -40, -30, 'bursts', 'voice');
const fault = fc.oneof(
  often(4, fc.constant<'none'>('none')),
  often(1, fc.constantFrom<('fails' | 'stalls')[]>('fails', 'stalls')),
);

const steps: fc.Arbitrary<Step> = fc.oneof(
  often(
    6,
    fc.record({ type: fc.constant<'pass'>('pass'), ms: ms(20, 2_500), sound: fc.constant<Sound>('quiet') }),
  ),
  often(2, fc.record({ type: fc.constant<'pass'>('pass'), ms: ms(20, 3_000), sound })),
  often(
    6,
    fc.record({
      type: fc.constant<'talk'>('talk'),
      ms: ms(60, 1_200),
      words: ms(0, 3),
      partial: fc.boolean(),
      likely: fc.constantFrom<('no' | 'right' | 'wrong' | 'withdrawn')[]>(
        'no',
        'no',
        'right',
        'wrong',
        'withdrawn',
      ),
      lagMs: ms(0, 600),
      endOfUtterance: fc.boolean(),
    }),
  ),
  often(1, fc.record({ type: fc.constant<'listen_sound'>('listen_sound'), lagMs: ms(0, 300) })),
  often(1, fc.record({ type: fc.constant<'dtmf'>('dtmf') })),
  often(
    1,
    fc.record({
      type: fc.constant<'drop'>('drop'),
      unnoticedMs: fc.constantFrom(0, 0, 400),
      ms: ms(20, 5_500),
    }),
  ),
  often(1, fc.record({ type: fc.constant<'take_over'>('take_over') })),
  often(
    1,
    fc.record({ type: fc.constant<'hold_echoes'>('hold_echoes'), ms: ms(100, 5_000), lost: fc.boolean() }),
  ),
  often(1, fc.record({ type: fc.constant<'recogniser_fails'>('recogniser_fails') })),
  often(1, fc.record({ type: fc.constant<'stand_still'>('stand_still'), ms: ms(40, 400) })),
  often(
    1,
    fc.record({
      type: fc.constant<'stray'>('stray'),
      what: fc.constantFrom<('mark' | 'future_mark' | 'model' | 'speech')[]>(
        'mark',
        'future_mark',
        'model',
        'speech',
      ),
    }),
  ),
);

const model: fc.Arbitrary<ModelPlan> = fc.record({
  sentences: fc.array(ms(1, 4), { maxLength: 3 }),
  firstMs: fc.oneof(often(6, ms(0, 900)), often(1, ms(900, 7_000))),
  tokenMs: fc.constantFrom(0, 20, 150),
  fault,
  after: ms(0, 6),
  tools: fc.oneof(
    often(6, fc.constant<number[]>([])),
    often(1, fc.array(fc.constantFrom(0, 100, 1_500, 5_000, 30_000), { minLength: 1, maxLength: 2 })),
  ),
  endCall: fc.oneof(often(6, fc.constant(false)), often(1, fc.constant(true))),
});

const speech: fc.Arbitrary<SpeechPlan> = fc
  .record({
    timed: fc.boolean(),
    wordMs: ms(150, 400),
    firstMs: fc.oneof(often(6, ms(0, 500)), often(1, ms(500, 7_000))),
    chunkMs: fc.constantFrom(30, 110, 500, 3_000),
    gapMs: fc.constantFrom(0, 0, 40, 100, 300),
    fault: fc.oneof(
      often(5, fc.constant<'none'>('none')),
      often(1, fc.constantFrom<('fails' | 'stalls' | 'empty')[]>('fails', 'stalls', 'empty')),
    ),
    after: ms(0, 4),
    deaf: fc.boolean(),
  })
  // A synthesiser may be slower than speech, but not by much.
  .map((plan) => ({ ...plan, gapMs: Math.min(plan.gapMs, 3 * plan.chunkMs) }));

const line: fc.Arbitrary<LineRules> = fc.record({
  outMs: fc.constantFrom(0, 0, 30, 120),
  backMs: fc.constantFrom(0, 0, 20, 200, 900),
  echo: fc.constantFrom<LineRules['echo'][]>('once', 'once', 'once', 'twice', 'never'),
  echoCleared: fc.boolean(),
});

const finish: fc.Arbitrary<Finish> = fc.oneof(
  fc.record({ type: fc.constant<'hang_up'>('hang_up'), lagMs: fc.constantFrom(0, 300, 1_000) }),
  fc.record({ type: fc.constant<'closed'>('closed'), lagMs: fc.constantFrom(0, 300, 1_000) }),
  fc.record({
    type: fc.constant<'wait'>('wait'),
    sound: fc.constantFrom<Sound[]>('quiet', -50, -40, -30, 'bursts', 'voice'),
  }),
);

const count = fc.constantFrom(1, 1, 2, 3);

export const worlds: fc.Arbitrary<World> = fc.record({
  providers: fc.record({ models: count, synthesisers: count, recognisers: count }),
  greetingWords: ms(0, 6),
  preemptive: fc.boolean(),
  voice: fc.record({
    allowGreetingInterrupt: fc.boolean(),
    bargeInDuck: fc.boolean(),
    repeatInterruptedSentence: fc.oneof(often(3, fc.constant(false)), often(1, fc.constant(true))),
    nudgeAfterSilenceSeconds: ms(2, 4),
    disconnectAfterSilenceSeconds: ms(6, 10),
    maxCallDurationSeconds: fc.oneof(often(4, fc.constant(600)), often(1, ms(5, 20))),
  }),
  line,
  models: fc.array(model, { minLength: 1, maxLength: 4 }),
  speech: fc.array(speech, { minLength: 1, maxLength: 4 }),
  steps: fc.array(steps, { maxLength: 14 }),
  finish,
});

/** The customer takes the floor again and again while a voice without word times speaks long sentences. */
export const interruptedWorlds: fc.Arbitrary<World> = fc
  .record({
    world: worlds,
    sentences: fc.array(ms(3, 9), { minLength: 1, maxLength: 2 }),
    wordMs: fc.array(ms(200, 400), { minLength: 1, maxLength: 3 }),
    cuts: fc.array(ms(600, 5_000), { minLength: 2, maxLength: 5 }),
  })
  .map(({ world, sentences, wordMs, cuts }) => ({
    ...world,
    models: [{ sentences, firstMs: 200, tokenMs: 0, fault: 'none', after: 0, tools: [], endCall: false }],
    speech: wordMs.map((length) => ({
      timed: false,
      wordMs: length,
      firstMs: 100,
      chunkMs: 3_000,
      gapMs: 0,
      fault: 'none',
      after: 0,
      deaf: false,
    })),
    line: { ...world.line, echo: 'once' },
    steps: cuts.flatMap((length): readonly Step[] => [
      { type: 'pass', ms: length, sound: 'quiet' },
      { type: 'talk', ms: 500, words: 2, partial: false, likely: 'no', lagMs: 200, endOfUtterance: true },
    ]),
  }));
