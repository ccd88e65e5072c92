import t from 'tap';
import { languagesOf, speaks } from '../../schemas/speech.js';

t.test('a language is asked for with its region or without', async (t) => {
  const voices = [{ language: 'en-US' }, { language: 'de' }, { language: 'en-GB' }, { language: 'en-US' }];
  t.same(languagesOf(voices), ['de', 'en', 'en-GB', 'en-US']);
  const heard = (wanted: string) =>
    voices.filter((voice) => speaks(voice, wanted)).map(({ language }) => language);
  t.same(heard('en'), ['en-US', 'en-GB', 'en-US']);
  t.same(heard('en-GB'), ['en-GB']);
  t.same(heard('de'), ['de']);
  t.same(heard('de-AT'), [], 'another region is not promised');
  t.same(heard('e'), []);
});
