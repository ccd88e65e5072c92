/** Phrases that the agent says of its own accord if its instructions do not give them, by language. */

export interface Phrases {
  readonly nudge: string;
  readonly closing: string;
  readonly apology: string;
  /** Spoken while a reply is pending. */
  readonly filler: string;
  /** Spoken while something that the reply needs takes longer. */
  readonly stillWorking: string;
}

const ENGLISH: Phrases = {
  nudge: 'Are you still there?',
  closing: 'I am sorry, our time is up. Goodbye.',
  apology: 'I am sorry, something went wrong on my side.',
  filler: 'One moment, please.',
  stillWorking: 'Thank you for waiting, I am still working on it.',
};

const PHRASES: Readonly<Record<string, Phrases>> = {
  en: ENGLISH,
  de: {
    nudge: 'Sind Sie noch da?',
    closing: 'Es tut mir leid, unsere Zeit ist um. Auf Wiederhören.',
    apology: 'Es tut mir leid, bei mir ist etwas schiefgegangen.',
    filler: 'Einen Moment, bitte.',
    stillWorking: 'Danke für Ihre Geduld, ich bin noch dabei.',
  },
  es: {
    nudge: '¿Sigue usted ahí?',
    closing: 'Lo siento, se ha acabado el tiempo. Adiós.',
    apology: 'Lo siento, algo ha fallado por mi parte.',
    filler: 'Un momento, por favor.',
    stillWorking: 'Gracias por esperar, sigo en ello.',
  },
  fr: {
    nudge: 'Êtes-vous toujours là ?',
    closing: 'Je suis désolé, notre temps est écoulé. Au revoir.',
    apology: "Je suis désolé, quelque chose s'est mal passé de mon côté.",
    filler: "Un instant, s'il vous plaît.",
    stillWorking: "Merci de patienter, j'y travaille encore.",
  },
};

/** `After silence, say "…".` in the instructions sets the text of a nudge. */
const OWN_NUDGE = /after silence,? say ["“]([^"”]+)["”]/i;

export const phrasesFor = (language: string, instructions: string): Phrases => {
  const own = OWN_NUDGE.exec(instructions)?.[1];
  const phrases = PHRASES[language.split('-')[0]?.toLowerCase() ?? ''] ?? ENGLISH;
  return own === undefined ? phrases : { ...phrases, nudge: own };
};
