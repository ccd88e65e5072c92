/** The success criteria and the fields of an agent, as they are edited. */
import type { Data } from '../../../api/client.js';

type AnalysisSettings = Data<'readAnalysisSettings'>['analysis'];
type FieldSchema = NonNullable<AnalysisSettings['fields']>['properties'][string];

export const FIELD_TYPES: readonly FieldSchema['type'][] = ['string', 'number', 'integer', 'boolean'];

export const isFieldType = (value: string): value is FieldSchema['type'] =>
  FIELD_TYPES.some((type) => type === value);

export interface CriterionDraft {
  readonly key: string;
  readonly description: string;
}

export interface FieldDraft {
  readonly key: string;
  readonly type: FieldSchema['type'];
  readonly description: string;
  /** The only values of a string, separated by commas; empty: any. */
  readonly choices: string;
}

export interface AnalysisDraft {
  readonly criteria: readonly CriterionDraft[];
  readonly fields: readonly FieldDraft[];
}

export const analysisDraftOf = ({ criteria, fields }: AnalysisSettings): AnalysisDraft => ({
  criteria,
  fields: Object.entries(fields?.properties ?? {}).map(([key, field]) => ({
    key,
    type: field.type,
    description: field.description ?? '',
    choices: (field.enum ?? []).join(', '),
  })),
});

const choicesIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split(',')
      .map((choice) => choice.trim())
      .filter((choice) => choice !== ''),
  ),
];

/** Lines without a key are left out. */
export const analysisOf = ({ criteria, fields }: AnalysisDraft): AnalysisSettings => {
  const named = fields.filter(({ key }) => key.trim() !== '');
  const properties = named.map(({ key, type, description, choices }): [string, FieldSchema] => {
    const only = type === 'string' ? choicesIn(choices) : [];
    return [
      key.trim(),
      {
        type,
        ...(description.trim() === '' ? {} : { description: description.trim() }),
        ...(only.length === 0 ? {} : { enum: only }),
      },
    ];
  });
  return {
    criteria: criteria
      .filter(({ key }) => key.trim() !== '')
      .map(({ key, description }) => ({ key: key.trim(), description: description.trim() })),
    fields: named.length === 0 ? null : { type: 'object', properties: Object.fromEntries(properties) },
  };
};
