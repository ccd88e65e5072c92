/** The JSON Schema of a scenario, for editors (docs/parley.simulation.schema.json). */
import { RULES, Scenario } from '../../src/simulate/scenario.js';

const oneOf = (names: readonly string[]): object => ({ oneOf: names.map((name) => ({ required: [name] })) });

/** Includes the rules of problemOf (scenario.ts) for combinations of fields, as far as JSON Schema can express them. */
export const scenarioSchema = (): object => {
  const { customers, criteria } = Scenario.properties;
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Scenario of parley simulate',
    ...Scenario,
    properties: {
      ...Scenario.properties,
      customers: { ...customers, items: { ...customers.items, ...oneOf(['persona', 'lines']) } },
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
};
