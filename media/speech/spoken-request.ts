/** The request of an agent's speech: its text as it is spoken, in the agent's voice, language, speed and pronunciation. */

import type { SpeechRequest } from '../../providers/speech/synthesiser.js';
import { hasWords } from '../../providers/speech/written-words.js';
import type { Pronunciation } from '../../schemas/agents/pronunciations.js';
import type { VoiceSettings } from '../../schemas/agents/voice-settings.js';
import { type SpokenForm, spokenForms, spokenText } from './spoken/spoken-forms.js';

/** How an agent speaks. */
export interface AgentSpeech {
  readonly voiceId: string;
  /** BCP 47. */
  readonly language: string;
  /** 1 is the voice's own; absent: that. */
  readonly speed?: number;
  /** Absent: none. */
  readonly pronunciations?: readonly Pronunciation[];
}

/** An agent's speech by its settings. */
export const agentSpeechOf = (
  { speakingSpeed, pronunciations }: Pick<VoiceSettings, 'speakingSpeed' | 'pronunciations'>,
  language: string,
  voiceId: string,
): AgentSpeech => ({
  voiceId,
  language,
  ...(speakingSpeed === undefined || speakingSpeed === 1 ? {} : { speed: speakingSpeed }),
  ...(pronunciations === undefined ? {} : { pronunciations }),
});

export interface SpokenRequest {
  readonly request: Pick<SpeechRequest, 'text' | 'voiceId' | 'language' | 'speed'>;
  readonly forms: readonly SpokenForm[];
  /** Whether there is a word to say: providers refuse text without one. */
  readonly hasWords: boolean;
}

/** `text`: as it is written. The same text leads to the same request, so that speech made ahead is found. */
export const spokenRequest = (
  { voiceId, language, speed, pronunciations = [] }: AgentSpeech,
  text: string,
): SpokenRequest => {
  const forms = spokenForms(text, language, pronunciations);
  const spoken = spokenText(forms);
  const request = { text: spoken, voiceId, language };
  return {
    request: speed === undefined ? request : { ...request, speed },
    forms,
    hasWords: hasWords(spoken),
  };
};
