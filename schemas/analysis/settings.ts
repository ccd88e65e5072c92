/** What an agent's calls are judged by after they have ended: success criteria, and fields to extract. */
import { type Static, Type } from 'typebox';
import { FIELD_KEY_PATTERN } from '../patterns.js';
import { closed, literals } from '../shapes.js';

const MAX_CRITERIA = 10;
const MAX_FIELDS = 20;
/** Values that an extracted field may be limited to. */
const MAX_CHOICES = 50;
const MAX_DESCRIPTION = 500;

const Key = Type.String({
  pattern: FIELD_KEY_PATTERN,
  description: 'Its name in findings and exports.',
  examples: ['booked'],
});

const Criterion = Type.Object(
  {
    key: Key,
    description: Type.String({
      minLength: 1,
      maxLength: MAX_DESCRIPTION,
      description: 'When the criterion is met, in plain words.',
      examples: ['The customer has booked a table and the agent confirmed it.'],
    }),
  },
  closed,
);

const FieldSchema = Type.Object(
  {
    type: literals(['string', 'number', 'integer', 'boolean'], { description: 'The type of the value.' }),
    description: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: MAX_DESCRIPTION,
        description: 'For the model: what the field means.',
        examples: ['How many guests.'],
      }),
    ),
    enum: Type.Optional(
      Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
        minItems: 1,
        maxItems: MAX_CHOICES,
        uniqueItems: true,
        description: 'The only values of a string.',
        examples: [['inside', 'garden']],
      }),
    ),
  },
  closed,
);

/** A subset of JSON Schema. A field that the customer did not state is null, so none can be required. */
const ExtractedFields = Type.Object(
  {
    type: Type.Literal('object', { description: 'Always `object`.' }),
    properties: Type.Record(Key, FieldSchema, {
      minProperties: 1,
      maxProperties: MAX_FIELDS,
      ...closed,
      description: 'The fields by key.',
      examples: [{ guests: { type: 'integer', description: 'How many guests.' } }],
    }),
  },
  { ...closed, description: 'JSON Schema of the fields to extract.' },
);

export const AnalysisSettings = Type.Object(
  {
    criteria: Type.Array(Criterion, {
      maxItems: MAX_CRITERIA,
      description: 'A call is a success if it meets all of them.',
    }),
    fields: Type.Union([ExtractedFields, Type.Null()], {
      description: 'The fields to extract; null: nothing is extracted.',
    }),
  },
  { ...closed, description: 'What calls and conversations are judged by, and what is extracted from them.' },
);
export type AnalysisSettings = Static<typeof AnalysisSettings>;

/** The settings of one analysis. `remembers`: the agent's memory was on (schemas/contacts/memory.ts). */
export type AnalysisTask = AnalysisSettings & { readonly remembers?: true };

/** Of agents that have none: a summary, the sentiment and the customer's requests are still found. */
export const NO_ANALYSIS_SETTINGS: AnalysisSettings = { criteria: [], fields: null };
