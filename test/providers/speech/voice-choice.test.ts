import t from 'tap';
import type { Voice } from '../../../providers/speech/synthesiser.js';
import { furtherVoiceFor, voiceFor } from '../../../providers/speech/voice-choice.js';

const voice = (id: string, language: string, gender: Voice['gender']): Voice => ({
  id,
  name: id,
  language,
  gender,
});
const VOICES = [
  voice('ann', 'en-US', 'female'),
  voice('bob', 'en-US', 'male'),
  voice('cleo', 'en-GB', 'female'),
  voice('dieter', 'de-DE', 'male'),
];
const chosen = (settings: Parameters<typeof voiceFor>[1], language: string, standard = 'bob'): string =>
  voiceFor(VOICES, settings, language, standard);

t.test('an agent speaks with the voice that was chosen for it', async (t) => {
  t.equal(chosen({ liveVoiceId: 'cleo', agentGender: 'male' }, 'de'), 'cleo');
});

t.test('otherwise with one that speaks its language, of its gender if there is one', async (t) => {
  t.equal(chosen({}, 'en'), 'bob', 'the default speaks it');
  t.equal(chosen({ agentGender: 'female' }, 'en'), 'ann');
  t.equal(chosen({}, 'en-GB'), 'cleo', 'the default does not speak it');
  t.equal(chosen({ agentGender: 'male' }, 'en-GB'), 'cleo');
  t.equal(chosen({}, 'de'), 'dieter');
});

t.test('with the default voice if none fits', async (t) => {
  t.equal(chosen({}, 'fr'), 'bob');
  t.equal(chosen({ liveVoiceId: 'gone' }, 'fr', 'ann'), 'ann');
  t.equal(voiceFor([], {}, 'en', 'v1'), 'v1');
});

t.test(
  'a voice speaks all languages of its model, in every region; the default goes before a native voice',
  async (t) => {
    const many: readonly Voice[] = [
      { ...voice('eve', 'en-US', 'female'), furtherLanguages: ['de', 'pt-BR'] },
      ...VOICES,
    ];
    const chosenOfMany = (language: string, standard: string): string =>
      voiceFor(many, {}, language, standard);
    t.equal(chosenOfMany('de-AT', 'bob'), 'eve');
    t.equal(chosenOfMany('de-DE', 'eve'), 'eve');
    t.equal(chosenOfMany('pt-BR', 'bob'), 'eve');
    t.equal(chosenOfMany('pt-PT', 'bob'), 'bob', 'no voice speaks it');
  },
);

t.test('in another language the agent keeps its voice or its gender', async (t) => {
  const everywhere: Voice = { ...voice('eve', 'en-US', 'female'), furtherLanguages: ['de', 'en'] };
  const voices = [...VOICES, voice('erika', 'de-DE', 'female'), everywhere];
  t.equal(furtherVoiceFor(voices, 'eve', 'de-DE', 'bob'), 'eve', 'it speaks German');
  t.equal(furtherVoiceFor(voices, 'ann', 'de', 'bob'), 'erika', 'a woman');
  t.equal(furtherVoiceFor(voices, 'bob', 'de', 'ann'), 'dieter', 'a man');
  t.equal(furtherVoiceFor(voices, 'gone', 'de', 'eve'), 'eve');
});
