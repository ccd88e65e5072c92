/**
 * Phrases that identify answering machines, by language. A missed machine costs a minute, but a false positive hangs up
 * on a person: a phrase counts only if people do not say it when they answer the telephone.
 */

export type Answerer = 'machine' | 'full_machine' | 'screener' | null;

interface AnswererPhrases {
  /** Asks for a message after a sound, which only machines do. */
  readonly machine: readonly RegExp[];
  /** Takes no messages. */
  readonly full: readonly RegExp[];
  /** A call-screening assistant, which asks who is calling before it puts the call through. */
  readonly screener: readonly RegExp[];
  /** Phrases of machines and assistants alike. */
  readonly either: readonly RegExp[];
}

const PHRASES: Readonly<Record<string, AnswererPhrases>> = {
  en: {
    machine: [
      /\b(after|at|wait for) the (tone|beep|signal)\b/,
      /\b(you have|you've) reached the (voice ?mail|mailbox|answering machine)\b/,
      /\bforwarded to (an automated|a|the) voice/,
      /\bplease leave (me |us )?(a |your )(detailed |short |brief )?message\b/,
      /\bleave (me |us )?(a |your )(detailed |short |brief )?message and\b/,
      /\brecord your message\b/,
      /\bis not available to take your call\b/,
    ],
    full: [/\b(mailbox|inbox|voice ?mail) is full\b/, /\bcannot accept (any |new )*messages\b/],
    screener: [
      /\b(say|state|record|give|tell me) your name\b.{0,40}\b(why|reason|calling|call)\b/,
      /\bscreening (service|assistant|this call|your call)\b/,
      /\bwho('s| is) calling and why\b/,
    ],
    either: [/\bthe person you('re| are| were) (calling|trying to (reach|call))\b/],
  },
  de: {
    machine: [
      /\bnach dem (ton|signal|signalton|piepton|pieps)\b/,
      /\b(hinterlassen|hinterlasse|hinterlasst) (sie |ihr )?(mir |uns |bitte )*(eine |ihre |deine )?(kurze )?nachricht\b/,
      /\b(mailbox|anrufbeantworter) von\b/,
      /\bsprechen sie (bitte )?nach\b/,
    ],
    full: [/\bmailbox ist voll\b/, /\bkeine (weiteren )?nachrichten (mehr )?(aufnehmen|entgegennehmen)\b/],
    screener: [/\b(nennen|sagen) sie (bitte |mir )*ihren namen\b.{0,40}\b(grund|anliegen|warum|worum)\b/],
    either: [/\bder gewünschte (gesprächspartner|teilnehmer)\b/],
  },
  es: {
    machine: [
      /\b(después|luego) de (la |el )?(señal|tono)\b/,
      /\btras (la |el )?(señal|tono)\b/,
      /\b(deje|deja|déjame|déjenos) (su |tu |un )?mensaje\b/,
      /\bbuzón de voz de\b/,
    ],
    full: [/\bbuzón (de voz )?está lleno\b/],
    screener: [/\b(diga|di|indique) su nombre\b.{0,40}\b(motivo|razón|llama)\b/],
    either: [/\bla persona a la que (llama|está llamando)\b/],
  },
  fr: {
    machine: [
      /\baprès (le |un )?(bip|signal|tonalité)/,
      /\b(laissez|laisser) (moi |nous |un |votre |vos )*message/,
      /\b(messagerie|répondeur) (vocale )?d[eu]\b/,
    ],
    full: [/\b(messagerie|boîte vocale) est pleine\b/],
    screener: [/\b(dites|indiquez) votre nom\b.{0,40}\b(raison|motif|appel)\b/],
    either: [/\bla personne que vous (appelez|essayez de joindre)\b/],
  },
};

/** A person offers to take a message. */
const OFFERS =
  /\b((can|could|may|shall|should) (i|we|she|he|they)|do you want|would you like|möchten sie|kann ich|soll ich|quiere|puedo|voulez-vous|puis-je|souhaitez-vous)\b/;

const normalise = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll(/[^\p{L}\p{N}'\s-]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Classifies the answering party; null: a person, as far as the text shows. `language` is BCP 47; machines are recognised
 * only in the languages above.
 */
export const answererOf = (text: string, language: string): Answerer => {
  const phrases = PHRASES[language.split('-')[0]?.toLowerCase() ?? ''];
  if (phrases === undefined) return null;
  const normalised = normalise(text);
  const matches = (patterns: readonly RegExp[]): boolean =>
    patterns.some((pattern) => pattern.test(normalised));
  if (matches(phrases.full)) return 'full_machine';
  if (matches(phrases.machine) && !OFFERS.test(normalised)) return 'machine';
  if (matches(phrases.screener)) return 'screener';
  return matches(phrases.either) ? 'machine' : null;
};
