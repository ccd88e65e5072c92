/** Words of numbers, by language. Lists are separated by spaces; words with several spellings are listed with each. */
export interface NumberWords {
  /** 0 to 9. */
  readonly units: string;
  /** 10 to 19. */
  readonly teens: string;
  /** 20, 30, … 90. */
  readonly tens: string;
  /** 200, 300, … 900 as one word. */
  readonly hundreds: string;
  readonly hundred: string;
  readonly thousand: string;
  /** Other numbers of two digits as one word. */
  readonly compound: RegExp | null;
  /** Words inside a number that is read out: "and", "double", "dash". */
  readonly joints: string;
}

export const NUMBER_WORDS: Readonly<Record<string, NumberWords>> = {
  en: {
    units:
      'zero oh nought one two three four five six seven eight nine first second third fourth fifth sixth seventh eighth ninth',
    teens:
      'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
    tens: 'twenty thirty forty fifty sixty seventy eighty ninety twentieth thirtieth',
    hundreds: '',
    hundred: 'hundred',
    thousand: 'thousand',
    compound: /^(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-\p{L}+$/u,
    joints: 'and double triple dash hyphen slash plus space',
  },
  de: {
    units: 'null eins ein zwei zwo drei vier fünf sechs sieben acht neun',
    teens: 'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn',
    tens: 'zwanzig dreißig dreissig vierzig fünfzig sechzig siebzig achtzig neunzig',
    hundreds:
      'zweihundert dreihundert vierhundert fünfhundert sechshundert siebenhundert achthundert neunhundert',
    hundred: 'hundert einhundert',
    thousand: 'tausend eintausend',
    compound: /^\p{L}+und(?:zwanzig|drei(?:ß|ss)ig|vierzig|fünfzig|sechzig|siebzig|achtzig|neunzig)$/u,
    joints: 'und doppel strich bindestrich schrägstrich plus',
  },
  nl: {
    units: 'nul een één twee drie vier vijf zes zeven acht negen',
    teens: 'tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien',
    tens: 'twintig dertig veertig vijftig zestig zeventig tachtig negentig',
    hundreds:
      'tweehonderd driehonderd vierhonderd vijfhonderd zeshonderd zevenhonderd achthonderd negenhonderd',
    hundred: 'honderd',
    thousand: 'duizend',
    compound: /^\p{L}+(?:en|ën)(?:twintig|dertig|veertig|vijftig|zestig|zeventig|tachtig|negentig)$/u,
    joints: 'en dubbel streepje plus',
  },
  sv: {
    units: 'noll ett en två tre fyra fem sex sju åtta nio',
    teens: 'tio elva tolv tretton fjorton femton sexton sjutton arton nitton',
    tens: 'tjugo trettio fyrtio femtio sextio sjuttio åttio nittio',
    hundreds: 'tvåhundra trehundra fyrahundra femhundra sexhundra sjuhundra åttahundra niohundra',
    hundred: 'hundra etthundra',
    thousand: 'tusen ettusen',
    compound: /^(?:tjugo|trettio|fyrtio|femtio|sextio|sjuttio|åttio|nittio)\p{L}+$/u,
    joints: 'och dubbel streck plus',
  },
  da: {
    units: 'nul en et to tre fire fem seks syv otte ni',
    teens: 'ti elleve tolv tretten fjorten femten seksten sytten atten nitten',
    tens: 'tyve tredive fyrre halvtreds tres halvfjerds firs halvfems',
    hundreds: '',
    hundred: 'hundrede',
    thousand: 'tusind',
    compound: /^\p{L}+og(?:tyve|tredive|fyrre|halvtreds|tres|halvfjerds|firs|halvfems)$/u,
    joints: 'og dobbelt streg plus',
  },
  no: {
    units: 'null en ett to tre fire fem seks sju syv åtte ni',
    teens: 'ti elleve tolv tretten fjorten femten seksten sytten atten nitten',
    tens: 'tjue tyve tretti førti femti seksti sytti åtti nitti',
    hundreds: '',
    hundred: 'hundre',
    thousand: 'tusen',
    compound: /^(?:tjue|tretti|førti|femti|seksti|sytti|åtti|nitti)\p{L}+$/u,
    joints: 'og dobbel strek pluss',
  },
  es: {
    units: 'cero uno una un dos tres cuatro cinco seis siete ocho nueve',
    teens: 'diez once doce trece catorce quince dieciséis dieciseis diecisiete dieciocho diecinueve',
    tens: 'veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
    hundreds:
      'doscientos trescientos cuatrocientos quinientos seiscientos setecientos ochocientos novecientos',
    hundred: 'cien ciento',
    thousand: 'mil',
    compound: /^veinti\p{L}+$/u,
    joints: 'y doble guion guión barra más',
  },
  fr: {
    units: 'zéro un une deux trois quatre cinq six sept huit neuf premier',
    teens: 'dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf',
    tens: 'vingt trente quarante cinquante soixante septante huitante nonante soixante-dix quatre-vingts quatre-vingt quatre-vingt-dix',
    hundreds: '',
    hundred: 'cent cents',
    thousand: 'mille',
    compound: /^(?:vingt|trente|quarante|cinquante|soixante|quatre-vingt)-[\p{L}-]+$/u,
    joints: 'et double tiret plus',
  },
  it: {
    units: 'zero uno una un due tre quattro cinque sei sette otto nove primo',
    teens: 'dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove',
    tens: 'venti trenta quaranta cinquanta sessanta settanta ottanta novanta',
    hundreds: 'duecento trecento quattrocento cinquecento seicento settecento ottocento novecento',
    hundred: 'cento',
    thousand: 'mille mila duemila tremila',
    compound:
      /^(?:vent|trent|quarant|cinquant|sessant|settant|ottant|novant)(?:i|a)?(?:uno|un|due|tré|tre|quattro|cinque|sei|sette|otto|nove)$/u,
    joints: 'e doppio trattino barra più',
  },
  pt: {
    units: 'zero um uma dois duas três tres quatro cinco seis meia sete oito nove primeiro',
    teens:
      'dez onze doze treze catorze quatorze quinze dezesseis dezasseis dezessete dezassete dezoito dezenove dezanove',
    tens: 'vinte trinta quarenta cinquenta sessenta setenta oitenta noventa',
    hundreds: 'duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
    hundred: 'cem cento',
    thousand: 'mil',
    compound: null,
    joints: 'e duplo traço hífen barra mais',
  },
  ro: {
    units: 'zero unu una un doi două trei patru cinci șase sase șapte sapte opt nouă',
    teens:
      'zece unsprezece doisprezece treisprezece paisprezece cincisprezece șaisprezece șaptesprezece optsprezece nouăsprezece',
    tens: 'douăzeci treizeci patruzeci cincizeci șaizeci șaptezeci optzeci nouăzeci',
    hundreds: '',
    hundred: 'sută sute',
    thousand: 'mie mii',
    compound: null,
    joints: 'și dublu liniuță plus',
  },
  ca: {
    units: 'zero u un una dos dues tres quatre cinc sis set vuit nou',
    teens: 'deu onze dotze tretze catorze quinze setze disset divuit dinou',
    tens: 'vint trenta quaranta cinquanta seixanta setanta vuitanta noranta',
    hundreds: '',
    hundred: 'cent cents',
    thousand: 'mil',
    compound: /^(?:vint-i|trenta|quaranta|cinquanta|seixanta|setanta|vuitanta|noranta)-\p{L}+$/u,
    joints: 'i doble guió més',
  },
  pl: {
    units: 'zero jeden jedna dwa dwie trzy cztery pięć sześć siedem osiem dziewięć',
    teens:
      'dziesięć jedenaście dwanaście trzynaście czternaście piętnaście szesnaście siedemnaście osiemnaście dziewiętnaście',
    tens: 'dwadzieścia trzydzieści czterdzieści pięćdziesiąt sześćdziesiąt siedemdziesiąt osiemdziesiąt dziewięćdziesiąt',
    hundreds: 'sto dwieście trzysta czterysta pięćset sześćset siedemset osiemset dziewięćset',
    hundred: '',
    thousand: 'tysiąc tysiące tysięcy',
    compound: null,
    joints: 'i myślnik kreska plus łamane przez',
  },
  ru: {
    units: 'ноль нуль один одна два две три четыре пять шесть семь восемь девять',
    teens:
      'десять одиннадцать двенадцать тринадцать четырнадцать пятнадцать шестнадцать семнадцать восемнадцать девятнадцать',
    tens: 'двадцать тридцать сорок пятьдесят шестьдесят семьдесят восемьдесят девяносто',
    hundreds: 'сто двести триста четыреста пятьсот шестьсот семьсот восемьсот девятьсот',
    hundred: '',
    thousand: 'тысяча тысячи тысяч',
    compound: null,
    joints: 'и тире дробь плюс',
  },
  uk: {
    units: "нуль один одна два дві три чотири пять п'ять шість сім вісім девять дев'ять",
    teens:
      "десять одинадцять дванадцять тринадцять чотирнадцять п'ятнадцять шістнадцять сімнадцять вісімнадцять дев'ятнадцять",
    tens: "двадцять тридцять сорок п'ятдесят шістдесят сімдесят вісімдесят дев'яносто",
    hundreds: "сто двісті триста чотириста п'ятсот шістсот сімсот вісімсот дев'ятсот",
    hundred: '',
    thousand: 'тисяча тисячі тисяч',
    compound: null,
    joints: 'і та тире дріб плюс',
  },
  cs: {
    units: 'nula jedna jeden dva dvě tři čtyři pět šest sedm osm devět',
    teens: 'deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct sedmnáct osmnáct devatenáct',
    tens: 'dvacet třicet čtyřicet padesát šedesát sedmdesát osmdesát devadesát',
    hundreds: 'sto stě',
    hundred: 'set sta',
    thousand: 'tisíc tisíce',
    compound: /^\p{L}+a(?:dvacet|třicet|čtyřicet|padesát|šedesát|sedmdesát|osmdesát|devadesát)$/u,
    joints: 'a pomlčka lomeno plus',
  },
  tr: {
    units: 'sıfır bir iki üç dört beş altı yedi sekiz dokuz',
    teens: '',
    tens: 'on yirmi otuz kırk elli altmış yetmiş seksen doksan',
    hundreds: '',
    hundred: 'yüz',
    thousand: 'bin',
    compound: null,
    joints: 've çift tire artı',
  },
  ar: {
    units:
      'صفر واحد واحدة اثنان اثنين إثنان إثنين ثلاثة ثلاث أربعة أربع خمسة خمس ستة ست سبعة سبع ثمانية ثماني ثمان تسعة تسع',
    teens: 'عشرة عشر أحد',
    tens: 'عشرون عشرين ثلاثون ثلاثين أربعون أربعين خمسون خمسين ستون ستين سبعون سبعين ثمانون ثمانين تسعون تسعين وعشرون وعشرين وثلاثون وثلاثين وأربعون وأربعين وخمسون وخمسين وستون وستين وسبعون وسبعين وثمانون وثمانين وتسعون وتسعين',
    hundreds: 'مئتان مئتين مائتان مائتين',
    hundred: 'مئة مائة',
    thousand: 'ألف آلاف ألفان ألفين',
    compound: null,
    joints: 'و شرطة زائد',
  },
  hi: {
    units: 'शून्य ज़ीरो जीरो एक दो तीन चार पाँच पांच छह छः छे सात आठ नौ वन टू थ्री फोर फाइव सिक्स सेवन एट नाइन',
    teens: 'दस ग्यारह बारह तेरह चौदह पंद्रह पन्द्रह सोलह सत्रह अठारह उन्नीस',
    tens: 'बीस तीस चालीस पचास साठ सत्तर अस्सी नब्बे',
    hundreds: '',
    hundred: 'सौ',
    thousand: 'हज़ार हजार',
    compound:
      /^(?:इक्कीस|बाईस|तेईस|चौबीस|पच्चीस|छब्बीस|सत्ताईस|अट्ठाईस|उनतीस|इकतीस|बत्तीस|तैंतीस|चौंतीस|पैंतीस|छत्तीस|सैंतीस|अड़तीस|उनतालीस|\p{L}[\p{L}\p{M}]*(?:तालीस|वन|सठ|हत्तर|ासी|ानवे))$/u,
    joints: 'और डबल ट्रिपल डैश प्लस',
  },
  el: {
    units: 'μηδέν ένα δύο δυο τρία τρεις τέσσερα πέντε έξι επτά εφτά οκτώ οχτώ εννέα εννιά',
    teens: 'δέκα έντεκα δώδεκα δεκατρία δεκατέσσερα δεκαπέντε δεκαέξι δεκαεπτά δεκαοκτώ δεκαεννέα',
    tens: 'είκοσι τριάντα σαράντα πενήντα εξήντα εβδομήντα ογδόντα ενενήντα',
    hundreds: 'διακόσια τριακόσια τετρακόσια πεντακόσια εξακόσια επτακόσια οκτακόσια εννιακόσια',
    hundred: 'εκατό εκατόν',
    thousand: 'χίλια χιλιάδες',
    compound: null,
    joints: 'και διπλό παύλα συν',
  },
  hu: {
    units: 'nulla egy kettő két három négy öt hat hét nyolc kilenc',
    teens: 'tíz',
    tens: 'húsz harminc negyven ötven hatvan hetven nyolcvan kilencven',
    hundreds: '',
    hundred: 'száz',
    thousand: 'ezer',
    compound: /^(?:tizen|huszon|harminc|negyven|ötven|hatvan|hetven|nyolcvan|kilencven)\p{L}+$/u,
    joints: 'és kötőjel plusz',
  },
  fi: {
    units: 'nolla yksi kaksi kolme neljä viisi kuusi seitsemän kahdeksan yhdeksän',
    teens: 'kymmenen',
    tens: '',
    hundreds: '',
    hundred: 'sata sataa',
    thousand: 'tuhat tuhatta',
    compound: /^\p{L}+(?:toista|kymmentä\p{L}*)$/u,
    joints: 'ja viiva plus',
  },
  id: {
    units: 'nol kosong satu dua tiga empat lima enam tujuh delapan sembilan',
    teens: 'sepuluh sebelas',
    tens: '',
    hundreds: 'seratus',
    hundred: 'ratus',
    thousand: 'ribu seribu',
    compound: null,
    joints: 'dan belas puluh strip plus',
  },
  vi: {
    units: 'không một mốt hai ba bốn tư năm lăm sáu bảy tám chín',
    teens: 'mười',
    tens: '',
    hundreds: '',
    hundred: 'trăm',
    thousand: 'nghìn ngàn',
    compound: null,
    joints: 'mươi lẻ linh gạch',
  },
};

/** Digits in languages that write their numbers without spaces. */
export const DIGIT_CHARACTERS: Readonly<Record<string, RegExp>> = {
  zh: /[零〇一二两三四五六七八九幺]/gu,
  ja: /[零〇一二三四五六七八九]|ゼロ|れい|いち|にー|さん|よん|ごー|ろく|なな|はち|きゅう/gu,
  ko: /[공영일이삼사오육륙칠팔구]|하나|둘|셋|넷/gu,
  th: /ศูนย์|หนึ่ง|สอง|สาม|สี่|ห้า|หก|เจ็ด|แปด|เก้า/gu,
};
