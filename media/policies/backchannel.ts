/** Backchannels, which are no interruption (docs/explanation/media.md "Barge-in"), by language. */
import { plainWords } from '../speech/plain-words.js';

const BACKCHANNELS: Readonly<Record<string, readonly string[]>> = {
  en: ['mm hm', 'mhm', 'uh huh', 'yeah', 'yep', 'right', 'okay', 'ok', 'i see', 'sure', 'hm', 'ah', 'oh'],
  de: ['mhm', 'ja', 'genau', 'okay', 'ok', 'ach so', 'aha', 'hm', 'stimmt'],
  es: ['ajá', 'sí', 'vale', 'ya', 'claro', 'mhm', 'okay', 'ok'],
  fr: ['mhm', 'oui', "d'accord", 'ouais', 'ok', 'okay', 'ah'],
};

/** Whether these words only signal listening. `language` is BCP 47; unknown languages have no backchannels. */
export const isBackchannel = (text: string, language: string): boolean =>
  (BACKCHANNELS[language.split('-')[0]?.toLowerCase() ?? ''] ?? []).includes(plainWords(text));

const QUESTION_WORDS: Readonly<Record<string, RegExp>> = {
  en: /^(what|when|where|who|why|how|which|can|could|do|does|is|are|will|would|should)\b/,
  de: /^(was|wann|wo|wer|warum|wie|welche|kann|können|ist|sind|wird)\b/,
  es: /^(qué|cuándo|dónde|quién|por qué|cómo|cuál|puede|es|son)\b/,
  fr: /^(que|quand|où|qui|pourquoi|comment|quel|quelle|est-ce|peut|pouvez)\b/,
};

/** Whether the customer asked a question of their own, so that repeating our sentence would talk past them. */
export const isQuestion = (text: string, language: string): boolean =>
  text.trim().endsWith('?') ||
  (QUESTION_WORDS[language.split('-')[0]?.toLowerCase() ?? '']?.test(plainWords(text)) ?? false);
