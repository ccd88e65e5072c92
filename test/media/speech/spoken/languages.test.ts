/** Numbers, ordinals, fractions, money, dates and times as each language speaks them. */
import t from 'tap';
import { spokenForms, spokenText } from '../../../../media/speech/spoken/spoken-forms.js';

type Case = readonly [written: string, spoken: string];

const ENGLISH: readonly Case[] = [
  [
    'Built in the 1800s. It takes 1800s.',
    'Built in the eighteen hundreds. It takes one thousand eight hundred seconds.',
  ],
  [
    'Due 12/31. Closed 12/25, not 5/16.',
    'Due December thirty-first. Closed December twenty-fifth, not five sixteenths.',
  ],
  ['Order 100, 1,000 or 250.', 'Order one hundred, one thousand or two hundred fifty.'],
  ['In 1900, in 1905.', 'In nineteen hundred, in nineteen oh five.'],
  ['The 1990s and the 1960s.', 'The nineteen nineties and the nineteen sixties.'],
  ['From 1998–2003.', 'From nineteen ninety-eight to two thousand three.'],
  ['At 14:00, at 9:00, from 8-10 am.', "At fourteen hundred, at nine o'clock, from eight to ten a m."],
  ['Add 3/4 cup, 1/8 or 2 1/3 cups.', 'Add three quarters cup, one eighth or two and one third cups.'],
  [
    'It is 15/16 of an inch, or 1 15/16.',
    'It is fifteen sixteenths of an inch, or one and fifteen sixteenths.',
  ],
  ['Due 3/4/26.', 'Due March fourth, twenty twenty-six.'],
  [
    'From March 4th to Sept. 5, and Sept 2026.',
    'From March fourth to September fifth, and September twenty twenty-six.',
  ],
  ['Pages of March 40.', 'Pages of March forty.'],
  ['Open Mon–Fri, or Mon to Fri.', 'Open Monday to Friday, or Monday to Friday.'],
  [
    'Call (415) 555-0132 or 1 800 555 0199.',
    'Call four one five, five five five, zero one three two or one, eight zero zero, five five five, zero one nine nine.',
  ],
  ['Call +4930123456.', 'Call plus four nine, three zero one, two three four, five six.'],
  ['It sold 5550000.', 'It sold five million five hundred fifty thousand.'],
  ['Press 1 2 3 4 5 6 7 8.', 'Press one two three four five six seven eight.'],
  ['Follow @parley_app. Meet @ noon.', 'Follow at parley underscore app. Meet at noon.'],
  ['Write to mailto:a+b@example.com.', 'Write to a plus b at example dot com.'],
  ['It is 4°C-6°C.', 'It is four to six degrees Celsius.'],
  ['3 GB/s, 5 kg/m².', 'Three gigabytes per second, five kilograms per square meter.'],
  ['Save 10–20%, or -5%.', 'Save ten to twenty percent, or minus five percent.'],
  [
    'It costs $5–10, 5 USD, A$20, ¥500 or ₹100.',
    'It costs five to ten dollars, five dollars, twenty Australian dollars, five hundred yen or one hundred rupees.',
  ],
  ['A COVID-19 test, on 4G, in A4.', 'A COVID-nineteen test, on four G, in A four.'],
  ['2 < 3', 'Two less than three'],
  ['He lives c/o Jim, w/ a dog.', 'He lives care of Jim, with a dog.'],
  ['P.S. Call me.', 'P S Call me.'],
];

const GERMAN: readonly Case[] = [
  [
    'Das kostet 2,5 Mio. Euro oder 1 Mio. €.',
    'Das kostet zwei Komma fünf Millionen Euro oder eine Million Euro.',
  ],
  [
    'Wir haben 2,5 Mio. Kunden. Es sind 3 Mrd. Das ist viel.',
    'Wir haben zwei Komma fünf Millionen Kunden. Es sind drei Milliarden. Das ist viel.',
  ],
  ['Nehmen Sie 2 5/12 davon, am 5/12.', 'Nehmen Sie zwei fünf zwölf davon, am fünften Dezember.'],
  ['100 Plätze und 1.200 Tische.', 'Einhundert Plätze und eintausendzweihundert Tische.'],
  [
    '1.000.000 Seiten und 2.500.300 Leser.',
    'Eine Million Seiten und zwei Millionen fünfhunderttausenddreihundert Leser.',
  ],
  ['Es sind 3.000.000.000 Euro.', 'Es sind drei Milliarden Euro.'],
  [
    'Die 101. Seite, das 103. Kapitel, der 20. Tag.',
    'Die einhunderterste Seite, das einhundertdritte Kapitel, der zwanzigste Tag.',
  ],
  ['3. Stock, 2. Obergeschoss, 4. Etage.', 'Dritter Stock, zweites Obergeschoss, vierte Etage.'],
  ['Im Jahr 1900, seit 1998.', 'Im Jahr neunzehnhundert, seit neunzehnhundertachtundneunzig.'],
  ['1998–2003', 'Neunzehnhundertachtundneunzig bis zweitausenddrei'],
  ['Nimm 3/4 Liter, 2 1/2 Tassen.', 'Nimm drei Viertel Liter, zweieinhalb Tassen.'],
  ['Es kostet 0,50 € oder 1,05 €.', 'Es kostet fünfzig Cent oder ein Euro fünf.'],
  ['1 % und 21 %.', 'Ein Prozent und einundzwanzig Prozent.'],
  [
    'Am 31.12. und am 3.4.2026.',
    'Am einunddreißigsten Dezember und am dritten April zweitausendsechsundzwanzig.',
  ],
  ['Der 31.12.26.', 'Der einunddreißigste Dezember zweitausendsechsundzwanzig.'],
  ['Vom 3.–5. März, 5.–7. März.', 'Vom dritten bis fünften März, fünfter bis siebter März.'],
  ['Mo–Fr 9–17 Uhr.', 'Montag bis Freitag neun bis siebzehn Uhr.'],
  ['In der Hauptstr. 12.', 'In der Hauptstraße zwölf.'],
  ['1 km/h', 'Ein Kilometer pro Stunde'],
];

const SPANISH: readonly Case[] = [
  [
    'Entre 2–4 horas, en el 3º piso. Es el 25º.',
    'Entre dos y cuatro horas, en el tercer piso. Es el vigésimo quinto.',
  ],
  ['Son 100 sillas y 200 libros.', 'Son cien sillas y doscientos libros.'],
  [
    'Son 1.000.000 de páginas y 2.500.300 lectores.',
    'Son un millón de páginas y dos millones quinientos mil trescientos lectores.',
  ],
  ['Cuesta 1.000.000 €, 2,50 £ o 1 £.', 'Cuesta un millón de euros, dos libras con cincuenta o una libra.'],
  ['Cuesta 2,5 millones €.', 'Cuesta dos coma cinco millones de euros.'],
  ['El 3er piso, la 2ª puerta, el 1er día.', 'El tercer piso, la segunda puerta, el primer día.'],
  ['El 3 de mayo, el 31/12.', 'El tres de mayo, el treinta y uno de diciembre.'],
  ['El 1 de enero de 2026.', 'El uno de enero de dos mil veintiséis.'],
  ['Abre del 4 al 6 de marzo, 4–6 de marzo.', 'Abre del cuatro al seis de marzo, de cuatro a seis de marzo.'],
  ['A las 9:05 y a las 14:30.', 'A las nueve cero cinco y a las catorce treinta.'],
  ['De 9–17 h.', 'De nueve a diecisiete horas.'],
  ['Dura 2 h. Empieza a las 2 h.', 'Dura dos horas. Empieza a las dos.'],
  ['Use 3/4 de taza, 1 1/4 o 2 1/2.', 'Use tres cuartos de taza, uno y un cuarto o dos y medio.'],
  ['Abierto lun-vie.', 'Abierto de lunes a viernes.'],
  ['Vive en la C. Mayor.', 'Vive en la calle Mayor.'],
];

const FRENCH: readonly Case[] = [
  [
    'Nous avons 1 000 000 de pages et 12 500 clients.',
    'Nous avons un million de pages et douze mille cinq cents clients.',
  ],
  [
    '300 places, 100 chaises et 250 tables.',
    'Trois cents places, cent chaises et deux cent cinquante tables.',
  ],
  [
    'Un budget de 3 000 000 € ou de 2 400 000 €.',
    "Un budget de trois millions d'euros ou de deux millions quatre cent mille euros.",
  ],
  ['Il faut 2,5 millions €.', "Il faut deux virgule cinq millions d'euros."],
  ['Il faut 3 mille €.', 'Il faut trois mille euros.'],
  ['Cela coûte 0,50 €.', 'Cela coûte cinquante centimes.'],
  [
    'Le 5e étage, la 9e porte, la 4e rue, la 80e page.',
    'Le cinquième étage, la neuvième porte, la quatrième rue, la quatre-vingtième page.',
  ],
  [
    'La 1re fois, les 1ers jours, la 2nde chance, le 2nd tour.',
    'La première fois, les premiers jours, la seconde chance, le second tour.',
  ],
  ['Les 5es places.', 'Les cinquièmes places.'],
  [
    'Ajoutez 3/4 de tasse, 2/3 de verre et 1/5 de litre.',
    'Ajoutez trois quarts de tasse, deux tiers de verre et un cinquième de litre.',
  ],
  ['Comptez 2 1/2 ou 1 3/4.', 'Comptez deux et demi ou un et trois quarts.'],
  ['À 1 h, à 0h05, à 13 h 30.', 'À une heure, à zéro heure cinq, à treize heures trente.'],
  ['Le 31/12.', 'Le trente et un décembre.'],
  ['Ouvert lun-ven.', 'Ouvert lundi à vendredi.'],
  ['Il pleut 1,5 mm, puis 2 mm.', 'Il pleut un virgule cinq millimètre, puis deux millimètres.'],
  [
    'Appelez le +33612345678.',
    'Appelez le plus trente-trois, six, douze, trente-quatre, cinquante-six, soixante-dix-huit.',
  ],
];

const ITALIAN: readonly Case[] = [
  [
    'Siamo aperti dalle 9–17, tra 2–4 giorni.',
    'Siamo aperti dalle nove alle diciassette, tra due e quattro giorni.',
  ],
  ['180 persone, 108 tavoli e 300 libri.', 'Centottanta persone, centotto tavoli e trecento libri.'],
  [
    '1.000 pagine, 2.000 righe e 1.250 lettori.',
    'Mille pagine, duemila righe e milleduecentocinquanta lettori.',
  ],
  ['1.000.000 di pezzi.', 'Un milione di pezzi.'],
  [
    'Costa 1.000.000 €, 2.500.000 € o 0,50 €.',
    'Costa un milione di euro, due milioni cinquecentomila euro o cinquanta centesimi.',
  ],
  ['Costa 1 £ o 2,50 £.', 'Costa una sterlina o due sterline e cinquanta.'],
  ['Costa 3 milioni di euro, 3 milioni €.', 'Costa tre milioni di euro, tre milioni di euro.'],
  [
    'Il 3º piano, la 2ª porta, il 23º, il 26º, il 21º giorno.',
    'Il terzo piano, la seconda porta, il ventitreesimo, il ventiseiesimo, il ventunesimo giorno.',
  ],
  ['Usa 3/4 di tazza, 1 1/4 o 2 1/2.', 'Usa tre quarti di tazza, uno e un quarto o due e mezzo.'],
  ['Alle 9:05 e alle 13:00.', 'Alle nove e zero cinque e alle tredici.'],
  ['Aperto lun-ven.', 'Aperto da lunedì a venerdì.'],
  ['Il 31/12/2026.', 'Il trentuno dicembre duemilaventisei.'],
  ['4–6 marzo 2026.', 'Da quattro a sei marzo duemilaventisei.'],
];

const PORTUGUESE: readonly Case[] = [
  [
    'Entre 2–4 dias, das 9–17. São 2.500.000 ou 2.350.000.',
    'Entre dois e quatro dias, das nove às dezessete. São dois milhões e quinhentos mil ou dois milhões trezentos e cinquenta mil.',
  ],
  ['São 100 lugares e 200 livros.', 'São cem lugares e duzentos livros.'],
  ['São 1.250, 1.200 e 2.015.', 'São mil duzentos e cinquenta, mil e duzentos e dois mil e quinze.'],
  ['São 1.000.000 de páginas.', 'São um milhão de páginas.'],
  ['Custa R$ 1.000.000,00 ou R$ 0,50.', 'Custa um milhão de reais ou cinquenta centavos.'],
  ['Custa R$ 2 milhões ou R$ 3 mil.', 'Custa dois milhões de reais ou três mil reais.'],
  ['Custa £ 2,50.', 'Custa duas libras e cinquenta pence.'],
  [
    'O 3º andar, a 2ª porta, o 23º dia, o 20º dia.',
    'O terceiro andar, a segunda porta, o vigésimo terceiro dia, o vigésimo dia.',
  ],
  ['Use 3/4 de xícara, 1 1/3 ou 2 1/2.', 'Use três quartos de xícara, um e um terço ou dois e meio.'],
  ['Em 1/5/2026 e em 3 de maio.', 'Em primeiro de maio de dois mil e vinte e seis e em três de maio.'],
  ['4–6 de março de 2026.', 'De quatro a seis de março de dois mil e vinte e seis.'],
  ['Março de 2026.', 'Março de dois mil e vinte e seis.'],
  ['Às 14h, à 1h.', 'Às quatorze horas, à uma hora.'],
  ['De 2–4 dias, de seg–sex.', 'De dois a quatro dias, de segunda a sexta.'],
];

const LANGUAGES: Readonly<Record<string, readonly Case[]>> = {
  en: ENGLISH,
  de: GERMAN,
  es: SPANISH,
  fr: FRENCH,
  it: ITALIAN,
  pt: PORTUGUESE,
};

for (const [language, cases] of Object.entries(LANGUAGES))
  t.test(`speaks numbers and dates of the language ${language}`, async (t) => {
    for (const [written, spoken] of cases)
      t.equal(spokenText(spokenForms(written, language)), spoken, written);
  });
