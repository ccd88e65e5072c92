import t from 'tap';
import { languagesOf, speaks } from '../../../schemas/agents/speech.js';

t.test('matches a language with or without its region', async (t) => {
  const voices = [{ language: 'en-US' }, { language: 'de' }, { language: 'en-GB' }, { language: 'en-US' }];
  t.same(languagesOf(voices), ['de', 'en', 'en-GB', 'en-US']);
  const heard = (expected: string) =>
    voices.filter((voice) => speaks(voice, expected)).map(({ language }) => language);
  t.same(heard('en'), ['en-US', 'en-GB', 'en-US']);
  t.same(heard('en-GB'), ['en-GB']);
  t.same(heard('de'), ['de']);
  t.same(heard('de-AT'), [], 'a voice without a region matches no region');
  t.same(heard('e'), []);
});
