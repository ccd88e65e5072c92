/** How an agent asks for a mobile number in writing, in the languages that providers speak best. */

const ENGLISH = 'Could you also give me your mobile number, with its country code?';

/** By the first part of a BCP 47 tag. Formal, and without a gender. */
const QUESTIONS: ReadonlyMap<string, string> = new Map([
  ['en', ENGLISH],
  ['de', 'Könnten Sie mir bitte auch Ihre Mobilnummer mit Ländervorwahl nennen?'],
  ['es', '¿Podría darme también su número de móvil con el prefijo del país?'],
  ['fr', 'Pourriez-vous aussi me donner votre numéro de portable avec l’indicatif du pays ?'],
  ['it', 'Potrebbe darmi anche il Suo numero di cellulare con il prefisso internazionale?'],
  ['pt', 'Poderia também indicar-me o seu número de telemóvel com o indicativo do país?'],
  ['nl', 'Kunt u mij ook uw mobiele nummer met landnummer geven?'],
  ['pl', 'Proszę także o numer telefonu komórkowego z numerem kierunkowym kraju.'],
  ['tr', 'Ülke koduyla birlikte cep telefonu numaranızı da paylaşabilir misiniz?'],
  ['ar', 'هل يمكنكم أيضًا تزويدي برقم هاتفكم المحمول مع رمز البلد؟'],
  ['hi', 'क्या आप अपना मोबाइल नंबर देश कोड के साथ भी बता सकते हैं?'],
  ['zh', '能否也告诉我您的手机号码，包括国家代码？'],
  ['ja', '国番号を含む携帯電話番号も教えていただけますか。'],
  ['ko', '국가 번호를 포함한 휴대폰 번호도 알려 주시겠어요?'],
  ['ru', 'Подскажите, пожалуйста, также номер мобильного телефона с кодом страны.'],
  ['sv', 'Kan du också ge mig ditt mobilnummer med landskod?'],
]);

/** The question in the language of an agent, BCP 47; in English where it has none of its own. */
export const mobileQuestion = (language: string): string =>
  QUESTIONS.get(language.split(/[-_]/)[0]?.toLowerCase() ?? '') ?? ENGLISH;
