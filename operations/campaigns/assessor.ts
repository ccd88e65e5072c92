/** What a model concludes about one contact from what was said with it under a campaign. */
import type { LanguageModel } from '../../providers/llm/language-model.js';
import { parseAs } from '../../schemas/parse.js';
import { Assessment } from '../../schemas/summary-run.js';
import { textOf } from '../model-text.js';

/** Lines of a contact's history that the model is shown. */
export const TRANSCRIPT_LINES = 400;
const ASSESS_MS = 60_000;
/** A model that answers something else than it was asked for is asked again, times. */
const ATTEMPTS = 2;

const INSTRUCTIONS = [
  'You assess what came of contacting one person in a campaign.',
  'Answer with JSON: "conclusion" is what came of it in one or two sentences, "nextAction" what the business should do',
  'next in a few words, "recommended" whether contacting this person again is worth it.',
].join('\n');

/** Null when the model gives nothing that fits. @throws AbortError; what the model throws in the last attempt */
export const assess = async (
  model: LanguageModel,
  objective: string,
  transcript: readonly string[],
  signal: AbortSignal,
): Promise<Assessment | null> => {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(ASSESS_MS)]);
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const reply = await textOf(
      model,
      {
        messages: [
          { role: 'system', content: `${INSTRUCTIONS}\n\nThe campaign's objective:\n${objective}` },
          { role: 'user', content: transcript.join('\n') },
        ],
        tools: [],
        schema: { ...Assessment },
      },
      limit,
    );
    const assessment = parseAs(Assessment, reply);
    if (assessment !== null) return assessment;
  }
  return null;
};
