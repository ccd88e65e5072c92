/** The words that a passage is found by. */
import t from 'tap';
import { languageOfText, searchWords } from '../../../views/data-sources/search-words.js';

t.test('the language of a text is the one whose common words it has', async (t) => {
  const texts = {
    en: 'The rooms are ready from three, and you can leave your bags with us before that.',
    de: 'Die Zimmer sind ab drei Uhr fertig, und Ihr Gepäck können Sie vorher bei uns lassen.',
    es: 'Las habitaciones están listas a partir de las tres, y antes puede dejar el equipaje con nosotros.',
    ru: 'Комнаты готовы с трёх часов, и вы можете оставить у нас свои вещи до этого.',
    '': '房间从三点开始可以入住。',
  };
  for (const [code, text] of Object.entries(texts)) t.equal(languageOfText(text), code, text);
  t.equal(languageOfText('Zimmer 12 Preis 90'), '');
});

t.test('common words, accents and endings do not count', async (t) => {
  t.same(searchWords('What do the wheelchairs cost?', 'en'), searchWords('wheelchair costs', 'en'));
  t.same(searchWords('Réservations', 'fr'), searchWords('reservation', 'fr'));
  t.same(searchWords('Kühlschranks', 'de'), searchWords('kühlschrank', 'de'));
  t.same(searchWords('And how is that?', 'en'), []);
  t.same(searchWords('the 12 rooms', ''), ['the', '12', 'rooms'], 'an unknown language keeps all words');
  t.same(searchWords('हिन्दी में', 'hi'), ['हिन्दी', 'में'], 'marks of other scripts belong to the word');
});

t.test('languages without spaces are searched two characters at a time', async (t) => {
  t.same(searchWords('停车场', ''), ['停车', '车场']);
  t.same(searchWords('在 WiFi 停车', ''), ['wifi', '停车'], 'and a common word does not count');
  t.equal(searchWords('ที่จอดรถ', '').length, 7, 'a mark is a character of its own');
});
