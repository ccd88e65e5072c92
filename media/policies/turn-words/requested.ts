/** What the agent's last question asks for, where the answer takes a caller several breaths. */

/** `date`: of birth; `code`: a number or reference whose length is not known. */
export type Requested =
  | { readonly type: 'phone' | 'postcode' | 'date' | 'code' | 'spelling' | 'email' | 'address' }
  | { readonly type: 'digits'; readonly length: number };

const LAST_FOUR =
  /last (?:four|4)|letzten (?:vier|4)|últim[oa]s (?:cuatro|quatro|4)|(?:quatre|4) derniers|ultime (?:quattro|4)|laatste (?:vier|4)|ostatnie (?:cztery|4)|son (?:dört|4)|sista (?:fyra|4)|последние (?:четыре|4)|आखिरी (?:चार|4)|آخر (?:أربعة|4)|下4桁|下四桁|后四位|마지막 (?:네|4)/iu;

const EMAIL =
  /e-?\s?mail|mail\s?adress|\bmail\b|correo electr|courriel|adresse mail|posta elettronica|e-?\s?posta|электронн\p{L}* (?:почт|адрес)|имейл|електронн\p{L}* (?:пошт|адрес)|ईमेल|ई-मेल|البريد|الإيميل|إيميل|メール|邮箱|郵箱|邮件|이메일|메일|อีเมล|sähköposti/iu;

const SPELLING =
  /\bspell|buchstab|épel|épél|delet?re[ae]|\bsoletr|come si (?:scrive|scrivono)|cómo se escribe|como se escreve|comment (?:ça |cela )?s'écri|wie (?:schreibt|schreiben|wird) .*(?:man|sich|sie|geschrieben)|\bcompit|\bspel(?:t|len)\b|liter(?:uj|ow|ę)|bokstaver|\bstav(?:a|as|ar|er|es)\b|harf|kodla|по буквам|по літерах|पेलिंग|हिज्जे|वर्तनी|تهج|تُ?كتب|حرفًا حرفًا|スペル|綴り|どう書|拼写|怎么写|怎么拼|철자|สะกด|hláskuj|betűz/iu;

const POSTCODE =
  /post\s?code|postal code|\bzip\b|postleitzahl|\bplz\b|código postal|code postal|codice postale|\bcap\b|\bcep\b|kod\p{L}* pocztow|posta kod|postnummer|почтов\p{L}* индекс|индекс|пин ?कोड|पिन ?कोड|الرمز البريدي|郵便番号|邮政编码|邮编|우편번호|รหัสไปรษณีย์|cod(?:ul)? poștal|psč|irányítószám|postinumero/iu;

const PHONE =
  /phone|\bmobile\b|\bcell\b|call you (?:back )?(?:on|at)|reach you (?:on|at)|telefon|rufnummer|handy|móvil|celular|teléfono|téléphone|portable|cellulare|recapito|telemóvel|telemovel|\bmobiel|numara|telepon|телефон|मोबाइल|फ़ोन|फोन|هاتف|جوال|موبايل|電話|携帯|电话|手机|전화|휴대폰|핸드폰|เบอร์|điện thoại|τηλέφων|puhelin|mobil/iu;

const DATE =
  /birth|\bborn\b|geburt|geboren|nacimiento|nació|naissance|(?<!\p{L})née?(?!\p{L})|nascita|\bnat[oa]\b|nascimento|nasceu|urodz|doğum|födel|fødsel|рожден|народжен|narozen|जन्म|ميلاد|生年月日|出生|생년월일|วันเกิด|sinh|γέννησ|naștere|szület|syntym/iu;

const CODE =
  /\bnumber|\bdigits|\bcode\b|reference|\bpin\b|\biban\b|serial|nummer|ziffern|referenz|kennung|aktenzeichen|número|dígitos|código|referencia|localizador|\bdni\b|\bnif\b|\bnie\b|numéro|chiffres|référence|numero|cifre|codice|riferimento|referência|protocolo|numer(?!\p{L})|kod(?!\p{L})|numarası|kodu|номер|код(?!\p{L})|नंबर|नम्बर|संख्या|कोड|رقم|رمز|番号|コード|号码|编号|编码|번호|코드|หมายเลข|รหัส|αριθμ|κωδικ|mã số|číslo|szám/iu;

const ADDRESS =
  /address|where (?:do you live|should|shall|can) .*(?:live|send|deliver|ship)|where do you live|adresse|anschrift|wohin .*(?:liefern|schicken|senden)|wo wohnen|straße|strasse|direcci[oó]n|domicilio|dónde vive|dónde .*(?:env|entreg)|où (?:habitez|dois|devons|faut-il|souhaitez) .*(?:livr|envo|habit)|où habitez|indirizzo|dove (?:abita|dobbiamo|vuole)|endereço|morada|onde (?:mora|devemos|vive)|adres|waar woont|waar .*(?:bezorgen|sturen)|dokąd .*(?:dostarczyć|wysłać)|gdzie (?:pan|pani) mieszka|nereye|adress|vart ska vi|var bor|адрес|куда (?:доставить|отправить)|पता|عنوان|أين (?:تسكن|نرسل|نوصل)|住所|お届け先|ご住所|地址|送到哪|주소|ที่อยู่|διεύθυνση|địa chỉ|adresă|cím|osoite|alamat/iu;

/** Numbers of a fixed length, by their names. */
const FIXED: readonly (readonly [RegExp, number])[] = [
  [/\bcpf\b/iu, 11],
  [/\bcnpj\b/iu, 14],
  [/\bbsn\b/iu, 9],
  [/\bpesel\b/iu, 11],
  [/social security|\bssn\b/iu, 9],
  [/आधार|aadhaar/iu, 12],
];

/** The last question of the agent: its last sentence, with the one before if that sentence is short. */
const questionOf = (said: string): string => {
  const sentences =
    said.match(/[^.!?。！？।؟]+[.!?。！？।؟]*/gu)?.filter((part) => /\p{L}/u.test(part)) ?? [];
  const last = sentences.at(-1) ?? '';
  const isShort = (last.match(/\p{L}+/gu)?.length ?? 0) < 3;
  return isShort ? sentences.slice(-2).join('') : last;
};

/** What the agent asks for with its last words; null: nothing of that sort. */
export const detailRequested = (said: string): Requested | null => {
  const question = questionOf(said);
  if (question === '') return null;
  if (SPELLING.test(question)) return { type: 'spelling' };
  if (EMAIL.test(question)) return { type: 'email' };
  if (LAST_FOUR.test(question)) return { type: 'digits', length: 4 };
  const fixed = FIXED.find(([name]) => name.test(question));
  if (fixed !== undefined) return { type: 'digits', length: fixed[1] };
  if (POSTCODE.test(question)) return { type: 'postcode' };
  if (DATE.test(question)) return { type: 'date' };
  if (PHONE.test(question)) return { type: 'phone' };
  if (ADDRESS.test(question)) return { type: 'address' };
  return CODE.test(question) ? { type: 'code' } : null;
};
