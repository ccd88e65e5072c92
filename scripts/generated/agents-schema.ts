/** The JSON Schema of a file of agents, for editors (docs/parley.agents.schema.json). */
import { ApplyFile } from '../../src/apply/file/schema.js';

export const agentsSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'File of parley apply',
  ...ApplyFile,
});
