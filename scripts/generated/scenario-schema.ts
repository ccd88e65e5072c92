/** The JSON Schema of a scenario, for editors (docs/parley.simulation.schema.json). */

import { ALTERNATIVES } from '../../schemas/shapes.js';
import { RULES } from '../../schemas/simulations/criterion.js';
import { Scenario } from '../../schemas/simulations/scenario.js';

const oneOf = (names: readonly string[]): object => ({ oneOf: names.map((name) => ({ required: [name] })) });

/** A persona, lines, or an adversary with or without a persona. */
const WHO = [
  { required: ['lines'], not: { anyOf: [{ required: ['persona'] }, { required: ['adversarial'] }] } },
  { required: ['persona'], not: { required: ['lines'] } },
  { required: ['adversarial'], not: { required: ['lines'] } },
];

/** Includes the rules of problemOf (scenario.ts) for combinations of fields, as far as JSON Schema can express them. */
export const scenarioSchema = (): object => {
  const { customers, criteria } = Scenario.properties;
  const schema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scenario of parley simulate',
    ...Scenario,
    properties: {
      ...Scenario.properties,
      customers: { ...customers, items: { ...customers.items, anyOf: WHO } },
      criteria: {
        ...criteria,
        items: {
          ...criteria.items,
          ...oneOf(RULES),
          dependentRequired: { atLeast: ['judge'], schema: ['judge', 'wanted'], wanted: ['judge', 'schema'] },
        },
      },
    },
  };
  // Alternatives are spelled out above.
  return JSON.parse(
    JSON.stringify(schema, (keyword, value) => (keyword === ALTERNATIVES ? undefined : value)),
  );
};
