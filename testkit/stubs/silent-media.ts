/** The surroundings of a call's media for tests that are about something else: nothing is heard, said or stored. */
import type { Voices } from '../../media/operators/voices.js';
import type { LanguageModel } from '../../providers/llm/language-model.js';
import type { RecordingStore } from '../../providers/recordings/recording-store.js';
import type { Recogniser } from '../../providers/speech/recogniser.js';

/** Hears nothing. */
export const deafRecogniser: Recogniser = {
  name: 'deaf',
  open: () => ({ write: () => undefined, finish: async () => undefined, close: () => undefined }),
  close: async () => undefined,
};

/** Says nothing. */
export const muteModel: LanguageModel = {
  name: 'mute',
  respond: async function* () {
    yield* [];
  },
};

/** Stores nothing. */
export const noRecordings: RecordingStore = {
  openTracks: async () => ({ write: () => undefined, close: async () => undefined }),
  finish: async () => null,
  open: async () => null,
};

/** Reports no speakers. */
export const noVoices: Voices = { join: () => ({ heard: () => undefined, leave: () => undefined }) };
