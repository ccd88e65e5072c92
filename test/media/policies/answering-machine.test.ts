/** Distinguishes machines, announcements, menus, call screeners and people by what they say when they answer. */
import t from 'tap';
import { type Answerer, answererOf, knowsPhrases } from '../../../media/policies/answering-machine.js';

/** The verdict as one word: the reason of a machine, `presumed` before one that is not certain yet. */
const named = (answerer: Answerer): string => {
  if (answerer.type === 'machine') return answerer.reason;
  return answerer.type === 'presumed' ? `presumed ${answerer.reason}` : answerer.type;
};

const GREETINGS: readonly (readonly [string, string, string])[] = [
  ['en', 'voicemail', "Hi, you've reached Bob. Please leave a message after the tone."],
  ['en', 'voicemail', 'Hello, this is Ann. Leave your name and number and wait for the beep.'],
  ['en', 'voicemail', 'Your call has been forwarded to an automated voice messaging system.'],
  ['en', 'voicemail', 'At the tone, please record your message.'],
  ['en', 'voicemail', 'Please leave your name, your number and why you are calling after the beep.'],
  ['en', 'voicemail', 'You’ve reached the voicemail of 5 5 5 0 1.'],
  ['en', 'voicemail', "You've reached Ann Lee. I can't come to the phone right now."],
  ['en', 'voicemail', 'Our office is closed. Leave your name and number.'],
  ['en', 'voicemail', "I'm not around, leave a message and I'll call you back."],
  ['en-GB', 'presumed unavailable', 'The person you are trying to reach is not available.'],
  ['en', 'presumed voicemail', 'Please leave your message.'],
  ['en', 'mailbox_full', 'The mailbox is full and cannot accept any messages at this time. Goodbye.'],
  ['en', 'mailbox_full', 'The person has a voice mailbox that has not been set up yet.'],
  [
    'en',
    'presumed unavailable',
    'The mobile phone you have called may be switched off. Please try again later.',
  ],
  [
    'pl',
    'presumed unavailable',
    'Abonent ma wyłączony telefon. The subscriber is not available at the moment.',
  ],
  ['es', 'not_in_service', 'Actualmente no existe ninguna línea con esta numeración.'],
  ['hu', 'presumed unavailable', 'A hívott szám pillanatnyilag nem kapcsolható.'],
  ['de', 'presumed ivr_menu', 'Wenn Sie einverstanden sind, drücken Sie jetzt die Eins.'],
  ['en', 'not_in_service', 'The number you have dialed is not in service.'],
  [
    'en',
    'not_in_service',
    'Your call cannot be completed as dialed. Please check the number and dial again.',
  ],
  ['en', 'ivr_menu', 'For sales, press one. For support, press two.'],
  ['en', 'presumed ivr_menu', 'For sales, press one.'],
  ['en', 'suspect', "Hi, you've reached Sarah Miller."],
  ['en', 'suspect', "I can't come to the phone right now."],
  ['en', 'suspect', 'Please leave your name.'],
  ['en', 'unknown', 'Hi, the person you are calling is'],
  [
    'en',
    'screener',
    "Hi, the person you're calling is using a screening service. Go ahead and say your name and why you're calling.",
  ],
  ['en', 'screener', 'Hi, if you record your name and reason for calling, I will see if they are available.'],
  ['en', 'screener', 'Please state your name after the tone, and I will try to connect you.'],
  ['en', 'person', 'Hello?'],
  ['en', 'person', 'Yes, this is Bob speaking.'],
  ['en', 'person', 'He is not available right now, can I take a message?'],
  ['en', 'person', 'Would you like to leave a message and I will pass it on?'],
  ['en', 'person', 'He is not here right now but you can leave a message and I will tell him.'],
  ['en', 'person', "You've reached the bike shop, we are closed right now, but how can I help you?"],
  ['en', 'person', 'Who is calling please?'],
  ['en', 'unknown', 'He is not here, but you can leave a message and'],
  ['en', 'unknown', 'Call me after the weekend.'],
  ['de-DE', 'voicemail', 'Guten Tag, bitte hinterlassen Sie eine Nachricht nach dem Signalton.'],
  ['de', 'voicemail', 'Hier ist die Mailbox von Anna Schmidt.'],
  ['de', 'mailbox_full', 'Die Mailbox ist voll.'],
  ['de', 'not_in_service', 'The number you have dialed is not in service.'],
  ['de', 'person', 'Schmidt, guten Tag?'],
  ['de', 'person', 'Möchten Sie ihr eine Nachricht hinterlassen?'],
  ['de', 'person', 'Hinterlassen Sie eine Nachricht, ich richte es ihm aus.'],
  ['de', 'unknown', 'Ich dachte, da geht wieder die Mailbox ran.'],
  ['es', 'voicemail', 'Deje su mensaje después de la señal.'],
  ['es', 'person', '¿Dígame?'],
  ['es', 'unknown', 'Creía que saltaba el buzón de voz.'],
  ['fr', 'voicemail', 'Bonjour, laissez un message après le bip.'],
  ['fr', 'person', 'Allô, oui ?'],
  ['fr', 'unknown', 'Je croyais tomber sur le répondeur.'],
  ['it', 'voicemail', 'Lasciate un messaggio dopo il segnale acustico.'],
  ['it', 'unknown', 'Pensavo fosse la segreteria telefonica.'],
  ['pt-BR', 'voicemail', 'Deixe seu recado após o sinal.'],
  ['pt', 'unknown', 'Achei que ia cair na caixa postal.'],
  ['nl', 'voicemail', 'Spreek uw bericht in na de toon.'],
  ['nl', 'unknown', 'Ik dacht dat ik de voicemail kreeg.'],
  ['pl', 'voicemail', 'Proszę zostawić wiadomość po sygnale.'],
  ['pl', 'unknown', 'Myślałam, że to poczta głosowa.'],
  ['sv', 'voicemail', 'Lämna ett meddelande efter tonen.'],
  ['da', 'voicemail', 'Læg en besked efter klartonen.'],
  ['nb', 'voicemail', 'Legg igjen en beskjed etter pipetonen.'],
  ['fi', 'voicemail', 'Jätä viesti äänimerkin jälkeen.'],
  ['cs', 'voicemail', 'Zanechte vzkaz po zaznění tónu.'],
  ['sk', 'voicemail', 'Zanechajte odkaz po zaznení tónu.'],
  ['hu', 'voicemail', 'Hagyjon üzenetet a sípszó után.'],
  ['ro', 'voicemail', 'Lăsați un mesaj după semnalul sonor.'],
  ['tr', 'voicemail', 'Sinyal sesinden sonra mesajınızı bırakın.'],
  ['el', 'voicemail', 'Αφήστε το μήνυμά σας μετά το χαρακτηριστικό ήχο.'],
  ['ru', 'voicemail', 'Оставьте сообщение после сигнала.'],
  ['uk', 'voicemail', 'Залиште повідомлення після сигналу.'],
  ['ar', 'voicemail', 'اترك رسالتك بعد سماع الصافرة.'],
  ['hi', 'voicemail', 'बीप के बाद अपना संदेश छोड़ें।'],
  ['zh', 'voicemail', '请在“嘟”的一声之后留言。'],
  ['ja', 'voicemail', '発信音の後に、メッセージをお話しください。'],
  ['ko', 'voicemail', '삐 소리가 난 후 메시지를 남겨 주세요.'],
  ['ru', 'not_in_service', 'Набранный вами номер не существует.'],
  ['tr', 'presumed unavailable', 'Aradığınız kişiye şu anda ulaşılamıyor.'],
  ['sv', 'ivr_menu', 'För faktura, tryck ett. För felanmälan, tryck två.'],
  ['ja', 'person', '父に伝言があれば私から伝えます'],
  ['vi', 'unknown', 'Xin chào'],
];

t.test('recognises machines, announcements, screeners and people by their words', async (t) => {
  for (const [language, expected, text] of GREETINGS)
    t.equal(named(answererOf(text, language)), expected, `${language}: ${text}`);
});

t.test('knows which languages have phrases', async (t) => {
  t.ok(knowsPhrases('pt-BR'));
  t.notOk(knowsPhrases('vi-VN'));
});
