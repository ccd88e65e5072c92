// cspell:disable -- menus in many languages
import t from 'tap';
import { answererOf } from '../../../media/policies/answering-machine.js';
import { createMenuWatch, isMenu } from '../../../media/policies/phone-menu.js';

t.test('recognises menus in several languages, whatever the language of the agent', async (t) => {
  for (const text of [
    'For billing, press 2.',
    'for sales press one for support press two',
    'Press or say 1.',
    'Please enter your account number followed by the pound key.',
    'Please listen carefully, as our menu options have changed.',
    'To return to the main menu, press star.',
    'Für den Kundendienst drücken Sie bitte die 2.',
    'Für Rechnungen wählen Sie die Eins.',
    'Bitte geben Sie jetzt Ihre Kundennummer ein.',
    'Para español, oprima el dos.',
    'Para ventas, marque 1.',
    'Pour le service client, tapez 1.',
    'Pour une facture, appuyez sur la touche étoile.',
    'Per informazioni prema il tasto 3.',
    'Para falar com um atendente, digite 9.',
    'Voor verkoop toets 1.',
    'Aby połączyć się z konsultantem, naciśnij 5.',
    'För faktura, tryck ett.',
    'Чтобы поговорить с оператором, нажмите ноль.',
    'Faturanız için ikiye basın.',
    '英語をご希望の方は、2番を押してください。',
    '普通话请按一。',
    'Press one to be connected to our sales team.',
  ])
    t.equal(isMenu(text), true, text);
});

t.test('the answering party is judged by the same words, in every language', async (t) => {
  const menus = [
    'Para ventas, oprima uno. Para soporte, oprima dos.',
    'For billing, press the 2 key. Para español, oprima el dos.',
    'Bitte geben Sie jetzt Ihre Kundennummer ein. Für Rechnungen wählen Sie die Eins.',
    '普通话请按一，广东话请按二。',
  ];
  for (const text of menus)
    for (const language of ['en', 'de', 'sv', 'ja', 'vi']) {
      t.equal(isMenu(text), true, text);
      t.same(answererOf(text, language), { type: 'machine', reason: 'ivr_menu' }, `${language}: ${text}`);
    }
  const screener = 'Press one to be connected.';
  t.equal(isMenu(screener), false);
  t.same(answererOf(screener, 'en'), { type: 'unknown' });
});

t.test('people are no menus', async (t) => {
  for (const text of [
    'Hello, Acme, how can I help you?',
    'One moment, I will put you through.',
    'The press release is on page two.',
    'I have two children, and one is three.',
    'What is your account number?',
    'Can you press on with it?',
    'We are closed on Monday.',
    'Ich drücke Ihnen die Daumen.',
    'Tengo dos preguntas.',
    'Je voudrais un rendez-vous.',
    'Let me say one thing.',
    'You can say two words about it, please.',
    'We have changed our main menu.',
    'Wir wählen zwei Farben aus.',
    'Pouvez-vous dire un mot?',
    '到了请按一下门铃。',
    '',
  ])
    t.equal(isMenu(text), false, text);
});

t.test('counts how often the same menu is heard', async (t) => {
  const { hear } = createMenuWatch();
  const menu = 'Welcome to Acme. For sales press one, for support press two, for billing press three.';
  t.equal(hear(menu), 1);
  t.equal(hear('Hello, who is this?'), 0, 'a person');
  t.equal(
    hear('You have reached support. For your order press one, for a return press two.'),
    1,
    'another menu',
  );
  t.equal(
    hear('for sales press one for support press two for billing press three'),
    2,
    'without its greeting',
  );
  t.equal(
    hear('Sorry, that is not valid. For sales, press one. For support, press to, for billing, press three.'),
    3,
  );
});

t.test('two short menus are not the same because both have a first option', async (t) => {
  const { hear } = createMenuWatch();
  t.equal(hear('For English, press 1.'), 1);
  t.equal(hear('For sales, press 1.'), 1);
  t.equal(hear('For English press one'), 2, 'whether the key is a digit or a word');
});

t.test('remembers the latest menus only', async (t) => {
  const { hear } = createMenuWatch();
  const menu = (index: number): string =>
    `press one for ${['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((letter) => `${letter}${index}`).join(' ')}`;
  for (let index = 0; index < 21; index += 1) t.equal(hear(menu(index)), 1);
  t.equal(hear(menu(0)), 1, 'the first one is forgotten');
  t.equal(hear(menu(20)), 2);
});
