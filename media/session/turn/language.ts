/**
 * The call continues in another language.
 *
 * S1. Only the languages of the agent are possible: the model decides when, the agent's settings decide which.
 * S2. Everything after the switch is in the new language: what is recognised, the voice, phrases, and how texts are cut and read.
 *     What was said before stays as it is.
 */
import type { ToolOutcome } from '../../../providers/llm/language-model.js';
import { languageOf } from '../../../schemas/language-tag.js';
import { reopenRecogniser } from '../hearing/recogniser-clock.js';
import type { CallLanguage } from '../io.js';
import type { SessionState } from '../state.js';
import { preparePhrases } from '../voice/prepare-phrases.js';

/** The language of the list with this tag, otherwise the first one with the same primary language. */
export const languageNamed = (
  languages: readonly CallLanguage[],
  requested: unknown,
): CallLanguage | undefined =>
  typeof requested !== 'string'
    ? undefined
    : (languages.find(({ language }) => language.toLowerCase() === requested.toLowerCase()) ??
      languages.find(({ language }) => languageOf(language) === languageOf(requested)));

/** The result of the tool that switches the language. `requested`: its argument. */
export const switchLanguage = (
  session: SessionState,
  requested: unknown,
): { readonly outcome: ToolOutcome; readonly result: string } => {
  const { languages = [], language: current } = session.brief;
  const chosen = languageNamed(languages, requested);
  if (chosen === undefined) {
    const names = languages.map(({ language }) => language).join(', ');
    return { outcome: 'failed', result: `Choose one of ${names}. The language is still ${current}.` };
  }
  const { language, phrases } = chosen;
  const result = `The call continues in ${language}. Answer the customer's last words in that language.`;
  if (language === current) return { outcome: 'done', result };
  session.brief = { ...session.brief, language, phrases };
  session.out.push({ type: 'language', language });
  // An engine follows the customer by itself.
  if (session.engine.listening === null) reopenRecogniser(session);
  preparePhrases(session);
  return { outcome: 'done', result };
};
