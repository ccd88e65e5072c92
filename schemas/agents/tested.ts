/** What is tested of an agent: the published version, its draft, or words that are not saved. */
import { type Static, Type } from 'typebox';
import { about, text } from '../described.js';

/** Characters of the instructions that a request brings for a test; 20,000 words have fewer. */
const MAX_TEST_INSTRUCTIONS = 100_000;

/** Fields of a request that starts a test. Absent fields test the published version. */
export const testedFields = {
  useDraft: Type.Optional(
    Type.Boolean(about('Test the draft instead of the published version. Default: false.')),
  ),
  instructions: Type.Optional(
    text(
      'Tested instead of the instructions of the agent, so that they need not be saved; its other settings stay.',
      'You answer for Bella Vista. Offer a table at eight.',
      { minLength: 1, maxLength: MAX_TEST_INSTRUCTIONS },
    ),
  ),
};

const Tested = Type.Object(testedFields);
/** The fields of {@link testedFields}. */
export type Tested = Static<typeof Tested>;
