/**
 * What a column of a contact file holds, by its name: as the exports of HubSpot, Salesforce, Google, Outlook and Shopify
 * call them, in English, German, Spanish, French, Portuguese, Italian, Dutch, Polish, Turkish, Russian, Arabic, Hindi,
 * Chinese, Japanese and Korean. Pure.
 */

export type ColumnKind = 'mobile' | 'phone' | 'name' | 'first_name' | 'last_name' | 'email' | 'field';

export interface NamedColumns {
  /** One for each column. */
  readonly kinds: readonly ColumnKind[];
  /** Whether the family name comes first, as in Chinese, Japanese and Korean. */
  readonly familyFirst: boolean;
}

/** Lower case without accents of Latin letters; words are separated by single spaces. */
const plain = (header: string): string =>
  header
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036F]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ı', 'i')
    .replaceAll('ł', 'l')
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

const words = (...list: readonly string[]): ReadonlySet<string> => new Set(list);

/** A column of numbers with a column of labels beside it, as in Google's exports: "Phone 2 - Value". */
const LABELLED = /^(phone \d+) value$/;

/** Labels of mobile numbers that say only the device. */
const DEVICE = /\b(?:iphone|android)\b/;

/** Labels of numbers that take no calls. */
const NO_CALLS = /\b(?:fax|telefax|pager)\b/;

/** Words that make a column one about a phone or an address, and not the number or the address itself. */
const ABOUT =
  /\b(?:fax|telefax|label|type|typ|tipo|carrier|country code|area code|opt in|opt out|consent|marketing|verified|status|owner|extension|phonetic|date|count|os|model|provider|preferred|plan)\b|факс|فاكس|फ़ैक्स|传真|傳真|ファックス|팩스/u;

const MOBILE =
  /\b(?:mobil|mobile|mobiles|mobiel|mobiele|movil|moviles|cell|cells|cellphone|cellular|celular|cellulare|handy|handynummer|handynr|portable|gsm|msisdn|whatsapp|smartphone|cep|kom|komorka|komorkowy|komorkowego|natel)\b|mobiltelefon|mobilfunk|mobilnummer|mobilephone|mobilenumber|mobiele|мобильн|сотов|جوال|محمول|موبايل|मोबाइल|手机|手機|移动电话|行動電話|携帯|スマホ|휴대|핸드폰/u;

const PHONE =
  /phone|telefon|telephon|telefoon|\b(?:tel|rufnummer)\b|телефон|هاتف|تلفون|फ़ोन|फोन|电话|電話|전화/u;

const EMAIL =
  /\be ?mails?\b|\bmail\b|emailadres|mailadres|correo|courriel|messagerie|posta elettronica|\be ?posta\b|почт|بريد|ई ?मेल|电子邮件|電子郵件|邮箱|メール|이메일/u;

const FIRST_NAMES = words(
  ...[
    'first name',
    'firstname',
    'given name',
    'givenname',
    'forename',
    'vorname',
    'rufname',
    'nombre de pila',
  ],
  ...['prenom', 'primeiro nome', 'nome proprio', 'nome de batismo', 'voornaam', 'roepnaam', 'imie', 'adi'],
  ...['الاسم الأول', 'पहला नाम', 'प्रथम नाम', '名字', '名', '이름'],
);
const LAST_NAMES = words(
  ...['last name', 'lastname', 'family name', 'familyname', 'surname', 'nachname', 'familienname', 'zuname'],
  ...['apellido', 'apellidos', 'primer apellido', 'nom de famille', 'sobrenome', 'apelido', 'ultimo nome'],
  ...['cognome', 'achternaam', 'familienaam', 'nazwisko', 'soyad', 'soyadi', 'soyisim', 'фамилия'],
  ...['اسم العائلة', 'اللقب', 'उपनाम', 'अंतिम नाम', 'कुलनाम', '姓', '姓氏', '성'],
);
const FULL_NAMES = words(
  ...['name', 'full name', 'fullname', 'contact', 'contact name', 'customer', 'customer name', 'client name'],
  ...['display name', 'kunde', 'kontakt', 'ansprechpartner', 'kundenname', 'vollstandiger name'],
  ...['vor und nachname', 'nombre completo', 'nombre y apellidos', 'cliente', 'nom complet', 'nom et prenom'],
  ...['nome completo', 'nome e cognome', 'nominativo', 'naam', 'volledige naam', 'imie i nazwisko'],
  ...['ad soyad', 'adi soyadi', 'isim', 'полное имя', 'фио', 'الاسم الكامل', 'पूरा नाम', 'नाम'],
  ...['姓名', '全名', '氏名', 'お名前', '名前', '성명'],
);
/** The first name beside a last name; the whole name without one. */
const NAMES_BY_CONTEXT = words('nombre', 'nome', 'ad', 'имя', 'الاسم', '이름');
/** The last name beside a first name; the whole name without one. */
const FAMILY_BY_CONTEXT = words('nom');

const FAMILY_FIRST = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u;

export const kindsOf = (header: readonly string[]): NamedColumns => {
  const names = header.map(plain);
  const hasFirst = names.some((name) => FIRST_NAMES.has(name));
  const hasLast = names.some((name) => LAST_NAMES.has(name));
  const kinds = names.map((name): ColumnKind => {
    if (NAMES_BY_CONTEXT.has(name)) return hasLast ? 'first_name' : 'name';
    if (FAMILY_BY_CONTEXT.has(name)) return hasFirst ? 'last_name' : 'name';
    if (FIRST_NAMES.has(name)) return 'first_name';
    if (LAST_NAMES.has(name)) return 'last_name';
    if (FULL_NAMES.has(name)) return 'name';
    if (ABOUT.test(name)) return 'field';
    if (EMAIL.test(name)) return 'email';
    if (MOBILE.test(name)) return 'mobile';
    return PHONE.test(name) ? 'phone' : 'field';
  });
  const last = names[kinds.indexOf('last_name')] ?? '';
  return { kinds, familyFirst: FAMILY_FIRST.test(last) };
};

/** Columns of a number, and of the label beside it. Indices among the header. */
export interface LabelledNumber {
  readonly value: number;
  readonly label: number;
}

/** The numbers with labels, in the order of the header. */
export const labelledNumbers = (header: readonly string[]): readonly LabelledNumber[] => {
  const names = header.map(plain);
  return names.flatMap((name, value) => {
    const [, prefix] = LABELLED.exec(name) ?? [];
    const label = names.findIndex((other) => other === `${prefix} label` || other === `${prefix} type`);
    return label < 0 ? [] : [{ value, label }];
  });
};

/** What the label of a number says about it. */
export const labelKind = (label: string): 'mobile' | 'no_calls' | 'other' => {
  const text = plain(label);
  if (NO_CALLS.test(text)) return 'no_calls';
  return MOBILE.test(text) || DEVICE.test(text) ? 'mobile' : 'other';
};
