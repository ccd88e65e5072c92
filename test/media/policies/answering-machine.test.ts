/** Distinguishes answering machines, call screeners and people by what they say when they answer. */
import t from 'tap';
import { type Answerer, answererOf } from '../../../media/policies/answering-machine.js';

const GREETINGS: readonly (readonly [string, Answerer, string])[] = [
  ['en', 'machine', "Hi, you've reached Bob. Please leave a message after the tone."],
  ['en', 'machine', 'Hello, this is Ann. Leave your name and number and wait for the beep.'],
  ['en', 'machine', 'Your call has been forwarded to an automated voice messaging system.'],
  ['en', 'machine', 'At the tone, please record your message.'],
  ['en', 'machine', 'Please leave your name, your number and why you are calling after the beep.'],
  ['en-GB', 'machine', 'The person you are trying to reach is not available.'],
  ['en', 'machine', 'You’ve reached the voicemail of 5 5 5 0 1.'],
  ['en', 'full_machine', 'The mailbox is full and cannot accept any messages at this time. Goodbye.'],
  [
    'en',
    'screener',
    "Hi, the person you're calling is using a screening service. Go ahead and say your name and why you're calling.",
  ],
  ['en', 'screener', 'Hi, if you record your name and reason for calling, I will see if they are available.'],
  ['en', null, 'Hello?'],
  ['en', null, 'Yes, this is Bob speaking.'],
  ['en', null, 'He is not available right now, can I take a message?'],
  ['en', null, 'Would you like to leave a message and I will pass it on?'],
  ['en', null, 'Can you call me after the weekend?'],
  ['en', null, 'I am not at home, what is it about?'],
  ['en', null, 'Who is calling please?'],
  ['de-DE', 'machine', 'Guten Tag, bitte hinterlassen Sie eine Nachricht nach dem Signalton.'],
  ['de', 'machine', 'Hier ist die Mailbox von Anna Schmidt.'],
  ['de', 'full_machine', 'Die Mailbox ist voll.'],
  ['de', null, 'Schmidt, guten Tag?'],
  ['de', null, 'Möchten Sie ihr eine Nachricht hinterlassen?'],
  ['es', 'machine', 'Deje su mensaje después de la señal.'],
  ['es', null, '¿Dígame?'],
  ['fr', 'machine', 'Bonjour, laissez un message après le bip.'],
  ['fr', null, 'Allô, oui ?'],
  ['it', null, 'Lasciate un messaggio dopo il segnale acustico.'],
];

t.test('recognises machines, full mailboxes, screeners and people by their words', async (t) => {
  for (const [language, answerer, text] of GREETINGS) t.equal(answererOf(text, language), answerer, text);
});
