/** What a person on the phone says, and how they take what they hear. Pure; the choice depends on the number alone. */

/** The lines that a person means to say, in order. They are short, and have no pause within. */
export interface PersonLines {
  readonly plan: readonly string[];
  /** Index of the person's voice among those that there are. */
  readonly voice: number;
}

const OPENINGS = ['What can I do for you?', 'Who is calling please?', 'What is it about?'] as const;
const FIRST_QUESTIONS = ['Could you say that again please?', 'When is it please?'] as const;
const CONSENTS = ['Yes that is fine', 'Yes that suits me', 'Yes of course'] as const;
const SECOND_QUESTIONS = [
  'Where is it?',
  'How much does it cost?',
  'How long does it take?',
  'Do I need to bring anything?',
] as const;
/** What a person wants who is asked how they can be helped. */
const WANTS = ['What are your opening hours?', 'I have a question'] as const;

/** Other lines. */
export const LINE = {
  nobodySpeaks: 'Hello are you there?',
  stillThere: 'Yes I am still here',
  areYouThere: 'Are you still there?',
  nothingElse: 'No thank you that is all',
  farewell: 'Thank you goodbye',
  goodbye: 'Goodbye',
} as const;

/** FNV-1a, 32 bits. */
const hashOf = (text: string): number => {
  let hash = 0x811c9dc5;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return hash;
};

/** `voices`: how many there are. Equal numbers make equal people. */
export const linesOf = (number: string, voices: number): PersonLines => {
  let seed = hashOf(number);
  const pick = <T>(list: readonly [T, ...T[]]): T => {
    const chosen = list[seed % list.length] ?? list[0];
    seed = hashOf(String(seed));
    return chosen;
  };
  return {
    plan: [pick(OPENINGS), pick(FIRST_QUESTIONS), pick(CONSENTS), pick(SECOND_QUESTIONS)],
    voice: voices === 0 ? 0 : hashOf(`voice of ${number}`) % voices,
  };
};

/** What a person says when they are offered help: a question of their own, from the number. */
export const wantOf = (number: string): string =>
  WANTS[hashOf(`want of ${number}`) % WANTS.length] ?? WANTS[0];

/** What was understood of the caller's words; `null`: nothing in particular. */
export type Understood =
  | 'goodbye'
  | 'are you there'
  | 'anything else'
  | 'how can I help'
  | 'say again'
  | null;

const UNDERSTANDS: readonly (readonly [RegExp, Understood])[] = [
  [/\b(?:goodbye|bye)\b/, 'goodbye'],
  [/\b(?:are you (?:still )?there|can you hear me)\b/, 'are you there'],
  [/\banything else\b/, 'anything else'],
  [/\b(?:how can i help|what can i do for) you\b/, 'how can I help'],
  [/\b(?:say that again|repeat that)\b/, 'say again'],
];

/** `heard`: the words of each stretch of speech since the person last spoke. Their end decides, except for a goodbye. */
export const understand = (heard: readonly string[]): Understood => {
  const meanings = heard.map(
    (words) => UNDERSTANDS.find(([pattern]) => pattern.test(words.toLowerCase()))?.[1] ?? null,
  );
  return meanings.includes('goodbye') ? 'goodbye' : (meanings.at(-1) ?? null);
};
