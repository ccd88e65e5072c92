/** Whether a customer says that they want a person instead of the agent. */

/**
 * One expression for each language; words are compared without case. They catch requests ("can I speak to a person"), not mentions ("a
 * table for one person"). A request that is worded otherwise is still found after the call, by its analysis.
 */
const REQUESTS: readonly RegExp[] = [
  // English
  /\b(speak|talk|connected?|transfer(red)?|put (me )?through|get|give me|want|need)\b.{0,24}\b(a |an |the )?(real |actual |live |human )?(person|human( being)?|somebody real|someone real|representative|operator|manager|supervisor|colleague)\b/iu,
  /^\W*(a )?(human|operator|representative|real person)\W*(please)?\W*$/iu,
  // German
  /\b(mit|zu|an) (einem|einer|einen|ihrem|ihrer|dem|der)?\s?(echten?r? |richtigen? )?(menschen|mitarbeiter(in)?|person|kolleg(e|en|in)|vorgesetzten?r?)\b.{0,16}\b(sprechen|reden|verbinden|verbunden|durchstellen|weiterleiten)/iu,
  /\b(sprechen|reden|verbinden sie mich)\b.{0,16}\b(menschen|mitarbeiter(in)?|kolleg(e|en|in))\b/iu,
  // Spanish
  /\b(hablar|comuníqueme|comunicarme|páseme|pasarme|póngame|ponerme)\b.{0,16}\b(una persona|un humano|un agente|un operador|una operadora|alguien real|su supervisor|el encargado|la encargada)\b/iu,
  // French
  /\b(parler|passez-moi|passer|mettez-moi en relation)\b.{0,16}\b(une (vraie )?personne|un humain|un conseiller|une conseillère|un responsable|quelqu'un de réel)\b/iu,
  // Italian
  /\b(parlare|passarmi|mi passi)\b.{0,16}\b(una persona|un operatore|un'operatrice|un umano|un responsabile)\b/iu,
  // Portuguese
  /\b(falar|passe-me|transferir)\b.{0,16}\b(uma pessoa|um humano|um atendente|uma atendente|um operador|um supervisor)\b/iu,
];

export const wantsPerson = (text: string): boolean => REQUESTS.some((request) => request.test(text));
