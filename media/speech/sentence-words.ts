/** Words that decide whether a dot ends a sentence: abbreviations, and the words that sentences begin with. */
import { ENGLISH } from './spoken/english.js';
import { FRENCH } from './spoken/french.js';
import { GERMAN } from './spoken/german.js';
import { type Abbreviation, abbreviationsOf } from './spoken/grammar.js';
import { ITALIAN } from './spoken/italian.js';
import { PORTUGUESE } from './spoken/portuguese.js';
import { SPANISH } from './spoken/spanish.js';

type Abbreviations = Readonly<Record<string, Abbreviation>>;

/** Languages without a grammar of spoken forms. */
const FURTHER: Readonly<Record<string, Abbreviations>> = {
  hi: abbreviationsOf(
    'never',
    'डॉ; डा; श्री; सुश्री; प्रो; पं; इं; कु; मो; नं; रु; कि.मी; कि.ग्रा; मि; से; लि; कं; वि; ई; सं; पृ; उदा; बी.ए; एम.ए; Dr; Mr; Mrs; Ms; Prof; No; Rs',
  ),
  pl: {
    ...abbreviationsOf(
      'never',
      'np; tzn; tzw; tj; prof; dr; hab; lek; lek. med; mgr; inż; lic; ks; św; śp; ul; al; pl; os; nr; godz; m.in; ok; tel; wg; pt; zob; por; im; gen; płk; ppłk; kpt; mec; adw; dyr; kier; red; min; maks; pow; woj; gm; ur; zm; wł; pok; ds; nt; art; ust; pkt; poz; str; rozdz; tab; rys; ew; szt; kl; bud; sp; spj; doc; kod; wew; zał',
    ),
    ...abbreviationsOf('capital', 'itd; itp; r; w; zł; gr; mln; tys; mld; ww; in'),
  },
  nl: {
    ...abbreviationsOf(
      'never',
      'dhr; mevr; mw; dr; prof; ir; mr; drs; nr; bijv; d.w.z; o.a; m.b.t; t.o.v; i.v.m; ca; tel; max; min; incl; excl; resp; evt; St',
    ),
    ...abbreviationsOf('starter', 'enz; etc; jr; a.u.b; m.a.w; blz'),
  },
  sv: abbreviationsOf(
    'never',
    't.ex; bl.a; d.v.s; dvs; ca; kl; nr; tel; dr; prof; m.m; o.s.v; resp; max; min; inkl; exkl; f.d; s.k; jfr; ung',
  ),
  da: abbreviationsOf(
    'never',
    'f.eks; bl.a; dvs; ca; kl; nr; tlf; dr; prof; m.m; osv; hhv; maks; min; inkl; ekskl; hr; fr; pga; mht; jf',
  ),
  no: abbreviationsOf(
    'never',
    'f.eks; bl.a; dvs; ca; kl; nr; tlf; dr; prof; m.m; osv; hhv; maks; min; inkl; ekskl; pga; mht; jf',
  ),
  fi: abbreviationsOf(
    'never',
    'esim; mm; ts; n; klo; nro; puh; ym; jne; prof; tri; ks; vrt; ml; mr; rva; min; max',
  ),
  cs: abbreviationsOf(
    'never',
    'např; tj; tzn; atd; č; p; pí; dr; prof; Ing; Mgr; MUDr; JUDr; ul; nám; tel; hod; cca; max; min; apod; sv; str; viz; kap; tř',
  ),
  sk: abbreviationsOf(
    'never',
    'napr; tj; tzn; atď; č; p; dr; prof; Ing; Mgr; MUDr; ul; nám; tel; hod; cca; max; min; apod; sv; str',
  ),
  ro: abbreviationsOf(
    'never',
    'dl; dna; dr; prof; ing; nr; str; bd; tel; ex; etc; aprox; max; min; sf; jud; pag; art',
  ),
  hu: abbreviationsOf(
    'never',
    'pl; dr; prof; ifj; özv; kb; ill; stb; sz; u; tel; ún; vö; max; min; ld; ker; em',
  ),
  tr: abbreviationsOf(
    'never',
    'Dr; Prof; Doç; Av; Sn; No; Tel; vb; vs; örn; bkz; Cad; Sok; Mah; Apt; yy; max; min; yak',
  ),
  ru: abbreviationsOf(
    'never',
    'т; г; гр; ул; пр; пл; д; кв; стр; тел; руб; коп; млн; млрд; тыс; им; проф; доц; акад; т.е; т.к; т.д; т.п; напр; см; ср; мин; макс; ок; др; р',
  ),
  uk: abbreviationsOf(
    'never',
    'т; м; вул; пр; пл; буд; кв; стор; тел; грн; коп; млн; млрд; тис; ім; проф; доц; акад; напр; див; пор; хв; макс; тобто; ін; р',
  ),
  bg: abbreviationsOf(
    'never',
    'г; гр; ул; бул; пл; стр; тел; лв; ст; млн; млрд; хил; проф; доц; акад; д-р; т.е; т.н; напр; вж; мин; макс',
  ),
  el: abbreviationsOf(
    'never',
    'π.χ; κ; κα; κκ; δρ; καθ; αρ; τηλ; οδ; λεωφ; δηλ; βλ; περ; ώρ; λ; κ.λπ; κ.ά; μ.μ; π.μ',
  ),
  hr: abbreviationsOf(
    'never',
    'npr; tj; tzv; dr; prof; ing; gđa; g; gosp; br; ul; tel; itd; sl; cca; max; min; sv; str; st; kn',
  ),
  ca: abbreviationsOf(
    'never',
    'Sr; Sra; Dr; Dra; Prof; p. ex; aprox; núm; tel; av; c; pl; pàg; màx; mín; Sta; St',
  ),
};

const BY_LANGUAGE: Readonly<Record<string, Abbreviations>> = {
  en: ENGLISH.abbreviations,
  de: GERMAN.abbreviations,
  es: SPANISH.abbreviations,
  fr: FRENCH.abbreviations,
  it: ITALIAN.abbreviations,
  pt: PORTUGUESE.abbreviations,
  ...FURTHER,
};

/** By ISO 639-1; English for a language without a list, since its titles are written everywhere. */
export const abbreviationsOfLanguage = (code: string): Abbreviations =>
  BY_LANGUAGE[code] ?? ENGLISH.abbreviations;

/** Languages that write ordinals with a dot. */
export const ORDINAL_LANGUAGES: ReadonlySet<string> = new Set(
  'de da no nb nn fi pl cs sk sl hr sr bs hu et lv tr is'.split(' '),
);

/** Function words that open sentences and follow no title, name or ordinal, as they are written there. */
const STARTERS: Readonly<Record<string, ReadonlySet<string>>> = {
  en: new Set(
    "The This That These Those There Here It He She We You They I I'm I'll I've I'd It's He's She's We're We'll You're You'll They're That's There's A An And But Or So If When While Where What Which Who How Why Is Are Was Were Do Does Did Can Could Would Will Should May Might Please Yes No Our Your My Their Its His Her In On At For From To With Then Also Just Let Would Anything Shall Thank Thanks After Before Since Because Although However All Each Both Any Some Next Now Take Turn Go Bring Call Ask".split(
      ' ',
    ),
  ),
  de: new Set(
    'Der Die Das Den Dem Des Ein Eine Einen Einem Er Sie Es Wir Ich Ihr Ihre Ihren Ihrem Unser Unsere Unseren Mein Meine Dieser Diese Dieses Diesen Das Da Dann Danach Davor Dort Dafür Damit Dabei Hier Und Aber Oder Denn Doch Wenn Weil Falls Ob Wann Wo Wie Was Wer Welche Welcher Welches Warum Wieso Ist Sind War Kann Können Könnte Könnten Soll Sollen Sollte Möchten Möchte Darf Dürfen Haben Hat Wird Werden Würde Passt Geht Gibt Bitte Danke Ja Nein Gerne Gern Leider Natürlich In Im Am An Auf Für Mit Von Vom Zum Zur Zu Bei Nach Vor Seit Bis Ab Aus Über Unter Auch Nur Noch Jetzt Heute Morgen Alles Alle Kommen Nehmen Rufen Brauchen Wollen Sagen Geben Reicht Wäre Hätten Melden Vielen Außerdem Deshalb Daher Also So Sonst Dazu Darum Man'.split(
      ' ',
    ),
  ),
  pl: new Set(
    'To Ten Ta Te Ci Czy Co Kto Kiedy Gdzie Jak Jaki Jaka Który Która Proszę Dziękuję Tak Nie I A Ale Lub Jeśli Jeżeli Gdy Mam Może Mogę Możemy Można Jest Są Będzie Pan Pani Państwo Ja My On Ona W Na Do Z Po Przed Od Dla Potem Teraz Dziś Jutro Do Kogo'.split(
      ' ',
    ),
  ),
};

/** Whether a word opens sentences. In a language without a list, every word with a capital does. */
export const isStarter = (code: string, word: string): boolean => {
  const starters = STARTERS[code];
  if (starters !== undefined) return starters.has(word);
  const first = word.charAt(0);
  return word.length > 1 && first !== first.toLowerCase() && first === first.toUpperCase();
};
