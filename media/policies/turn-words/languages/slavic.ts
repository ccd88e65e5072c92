/** Slavic languages. */
import type { LanguageWords } from '../language-words.js';

export const SLAVIC: Readonly<Record<string, LanguageWords>> = {
  pl: {
    hesitations: 'yyy yy eee ee ehm hm hmm mmm',
    open: 'i a ale lub albo bo ponieważ gdyż że żeby jeśli jeżeli kiedy gdy czy oraz więc który która które w we z ze na do od dla przez po pod nad przed przy bez o u za mój moja moje mojego mojej',
    hanging: 'jest są był była mam chcę chciałbym chciałabym mogę muszę ja to ten ta te bardzo jak',
    answers: 'tak nie dobrze ok okej jasne dokładnie zgadza pewnie oczywiście właśnie',
    phrases:
      'dlatego że|chciałbym|chciałabym|muszę|potrzebuję|dzwonię w sprawie|dzwonię bo|chodzi o|chwileczkę|chwila|momencik|moment|sekundę|już patrzę|zaraz sprawdzę|proszę poczekać|nazywam się|mój numer to|numer to|a potem|myślę że|to znaczy|tak że',
  },
  ru: {
    hesitations: 'э ээ эээ эм эмм мм ммм хм ну',
    open: 'и а но или либо потому что чтобы если когда пока хотя который которая которые в во на с со к ко от до из за у о об обо по под над при без для через между про мой моя моё мои моего моей наш ваш',
    hanging: 'это есть был была я мы хочу могу нужно надо очень так как где',
    answers: 'да нет ага угу хорошо ок окей ладно конечно точно верно правильно можно',
    phrases:
      'потому что|так как|я хотел бы|я хотела бы|мне нужно|мне надо|я хочу|я звоню по|дело в том что|минуточку|минутку|секунду|секундочку|сейчас посмотрю|подождите|одну минуту|меня зовут|мой номер|номер такой|а потом|я думаю|то есть|для того чтобы',
  },
  uk: {
    hesitations: 'е ее еее ем мм ммм хм ну',
    open: 'і й та а але або чи бо тому що щоб якщо коли поки хоча який яка які в у на з із зі до від за о об по під над при без для через між про мій моя моє мої наш ваш',
    hanging: 'це є був була я ми хочу можу треба потрібно дуже так як де',
    answers: 'так ні ага добре ок окей звичайно точно вірно правильно можна',
    phrases:
      'тому що|я хотів би|я хотіла б|мені потрібно|мені треба|я дзвоню з приводу|справа в тому що|хвилинку|секунду|зараз подивлюся|зачекайте|мене звати|мій номер|а потім|я думаю|тобто',
  },
  cs: {
    hesitations: 'ehm eh ee hm hmm mm',
    open: 'a i ale nebo anebo protože že aby jestli pokud když ale který která které v ve z ze na do od pro přes po pod nad před při bez o u za s se k ke můj moje mého mé',
    hanging: 'je jsou byl byla mám chci chtěl chtěla můžu musím já to ten ta velmi jak',
    answers: 'ano jo ne dobře ok okej jasně přesně určitě souhlasí',
    phrases:
      'protože|chtěl bych|chtěla bych|potřebuju|potřebuji|musím|volám kvůli|jde o|moment|momentíček|chvilku|vteřinu|podívám se|počkejte|jmenuji se|moje číslo je|a pak|myslím že|to znamená',
  },
};
