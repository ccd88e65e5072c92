/**
 * The corpora that judge the rules of conversations: what callees say first, turns, backchannels, spoken forms and
 * sentences. bench/conversation/corpora/README.md describes them, and the rule about the held-out halves.
 */
import { readFileSync } from 'node:fs';
import { type Static, type TSchema, Type } from 'typebox';
import { Value } from 'typebox/value';
import { parse } from 'yaml';

/** Relative to the compiled file. */
const FOLDER = new URL('../../../bench/conversation/corpora/', import.meta.url);

const closed = { additionalProperties: false } as const;
const Text = Type.String({ minLength: 1 });
const Milliseconds = Type.Integer({ minimum: 0, maximum: 60_000 });

/** Fields of every case; `batch` is 1 unless the case was added after the split of the earlier ones. */
const common = {
  id: Type.String({ pattern: '^[a-z_]+-[a-z]{2}-[1-9][0-9]*$' }),
  language: Type.String({ pattern: '^[a-z]{2}$' }),
  batch: Type.Optional(Type.Integer({ minimum: 2 })),
};

const MachineReason = Type.Union([
  Type.Literal('voicemail'),
  Type.Literal('mailbox_full'),
  Type.Literal('not_in_service'),
  Type.Literal('unavailable'),
  Type.Literal('ivr_menu'),
]);

const OpeningSchema = Type.Object(
  {
    ...common,
    kind: Type.Union([
      Type.Literal('mailbox'),
      Type.Literal('carrier'),
      Type.Literal('screener'),
      Type.Literal('person'),
      Type.Literal('ivr'),
    ]),
    msPerWord: Type.Integer({ minimum: 150, maximum: 600 }),
    phrases: Type.Array(Type.Object({ startMs: Milliseconds, text: Text }, closed), { minItems: 1 }),
    beep: Type.Union([
      Type.Null(),
      Type.Object(
        {
          delayMs: Milliseconds,
          hz: Type.Integer({ minimum: 300, maximum: 3_000 }),
          durationMs: Type.Integer({ minimum: 100, maximum: 2_000 }),
        },
        closed,
      ),
    ]),
    expected: Type.Union([
      Type.Object({ verdict: Type.Literal('person') }, closed),
      Type.Object({ verdict: Type.Literal('screener') }, closed),
      Type.Object({ verdict: Type.Literal('machine'), reason: MachineReason }, closed),
    ]),
  },
  closed,
);
/** What is heard after the callee picks up. */
export type Opening = Static<typeof OpeningSchema>;

const TurnSchema = Type.Object(
  {
    ...common,
    kind: Type.Union([
      Type.Literal('digits'),
      Type.Literal('spelling'),
      Type.Literal('email'),
      Type.Literal('address'),
      Type.Literal('hesitation'),
      Type.Literal('open_word'),
      Type.Literal('yes_but'),
      Type.Literal('question'),
      Type.Literal('sentence'),
      Type.Literal('request'),
      Type.Literal('answer'),
      Type.Literal('number'),
      Type.Literal('open_end'),
    ]),
    asked: Type.Union([Type.Null(), Text]),
    segments: Type.Array(Text, { minItems: 1 }),
    pauses: Type.Array(
      Type.Object({ ms: Type.Integer({ minimum: 400, maximum: 1_200 }), fullStop: Type.Boolean() }, closed),
    ),
    turn: Text,
  },
  closed,
);
/** What a caller says in one turn. */
type Turn = Static<typeof TurnSchema>;

const BackchannelSchema = Type.Object(
  {
    ...common,
    kind: Type.Union([Type.Literal('backchannel'), Type.Literal('interruption'), Type.Literal('answer')]),
    text: Text,
    soundMs: Type.Integer({ minimum: 100, maximum: 3_000 }),
    asked: Type.Union([Type.Null(), Text]),
    expected: Type.Union([Type.Literal('goes_on'), Type.Literal('stops'), Type.Literal('answers')]),
  },
  closed,
);
/** What a caller says while the agent speaks, or in reply to its question. */
type Backchannel = Static<typeof BackchannelSchema>;

/** Written text, and the words that a voice is given in its place. */
const SpokenFormSchema = Type.Object(
  {
    ...common,
    kind: Type.Union([
      Type.Literal('markdown'),
      Type.Literal('list'),
      Type.Literal('emoji'),
      Type.Literal('url'),
      Type.Literal('email'),
      Type.Literal('phone'),
      Type.Literal('money'),
      Type.Literal('unit'),
      Type.Literal('date'),
      Type.Literal('time'),
      Type.Literal('ordinal'),
      Type.Literal('abbreviation'),
      Type.Literal('decimal'),
      Type.Literal('range'),
      Type.Literal('percent'),
      Type.Literal('fraction'),
      Type.Literal('acronym'),
      Type.Literal('symbol'),
    ]),
    written: Text,
    spoken: Text,
  },
  closed,
);

const SegmentedSchema = Type.Object(
  {
    ...common,
    kind: Type.Union([
      Type.Literal('plain'),
      Type.Literal('question'),
      Type.Literal('abbreviation'),
      Type.Literal('number'),
      Type.Literal('list'),
      Type.Literal('quote'),
      Type.Literal('emoji'),
      Type.Literal('ellipsis'),
    ]),
    reply: Text,
    pieces: Type.Array(Text, { minItems: 1 }),
  },
  closed,
);
/** A reply, and the sentence pieces that it is spoken in. */
type Segmented = Static<typeof SegmentedSchema>;

const fileOf = <T extends TSchema>(schema: T) =>
  Type.Object({ cases: Type.Array(schema, { minItems: 1 }) }, closed);
const OpeningsFile = fileOf(OpeningSchema);
const TurnsFile = fileOf(TurnSchema);
const BackchannelsFile = fileOf(BackchannelSchema);
const SegmentsFile = fileOf(SegmentedSchema);
const SpokenFormsFile = Type.Object(
  {
    conventions: Type.Record(
      Type.String({ pattern: '^(all|[a-z]{2})$' }),
      Type.Array(Text, { minItems: 1 }),
      closed,
    ),
    cases: Type.Array(SpokenFormSchema, { minItems: 1 }),
  },
  closed,
);
/** The spoken forms, and the conventions that they follow: `all`, and those of each language. */
type SpokenForms = Static<typeof SpokenFormsFile>;

/** The file's content. @throws Error that names the file and the place of the first error */
const checked = <T extends TSchema>(schema: T, name: string, text: string): Static<T> => {
  const value: unknown = parse(text);
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  throw new Error(`${name}: ${first?.instancePath ?? ''} ${first?.message ?? 'is invalid'}`);
};
const read = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');

/** Openings in the text of a file. @throws Error that names the place of the first error */
export const parseOpenings = (name: string, text: string): readonly Opening[] =>
  checked(OpeningsFile, name, text).cases;

/** 120 openings, and 10 IVR menus. */
export const readOpenings = (): readonly Opening[] => parseOpenings('openings.yaml', read('openings.yaml'));

/** 200 turns, 40 of them with pauses inside. */
export const readTurns = (): readonly Turn[] => checked(TurnsFile, 'turns.yaml', read('turns.yaml')).cases;

/** 40 backchannels, 40 interruptions and 20 answers. */
export const readBackchannels = (): readonly Backchannel[] =>
  checked(BackchannelsFile, 'backchannels.yaml', read('backchannels.yaml')).cases;

/** 168 written lines in 6 languages. */
export const readSpokenForms = (): SpokenForms =>
  checked(SpokenFormsFile, 'spoken-forms.yaml', read('spoken-forms.yaml'));

/** 120 replies in 12 languages. */
export const readSegments = (): readonly Segmented[] =>
  checked(SegmentsFile, 'segments.yaml', read('segments.yaml')).cases;
