/** What a call needs around its media where nothing of it is the point: nothing is heard, said or kept. */
import type { Voices } from '../media/voices.js';
import type { LanguageModel } from '../providers/llm/language-model.js';
import type { RecordingStore } from '../providers/recordings/recording-store.js';
import type { Recogniser } from '../providers/speech/recogniser.js';

/** Hears nothing. */
export const deafRecogniser: Recogniser = {
  name: 'deaf',
  open: () => ({ write: () => undefined, finish: async () => undefined, close: () => undefined }),
  close: async () => undefined,
};

/** Has nothing to say. */
export const muteModel: LanguageModel = {
  name: 'mute',
  respond: async function* () {
    yield* [];
  },
};

/** Keeps nothing. */
export const noRecordings: RecordingStore = {
  openTracks: async () => ({ write: () => undefined, close: async () => undefined }),
  finish: async () => null,
  open: async () => null,
};

/** Tells nobody who speaks. */
export const noVoices: Voices = { join: () => ({ heard: () => undefined, leave: () => undefined }) };
