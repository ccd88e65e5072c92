/** Calls that once broke a promise. They are tried before all others. */
import type { World } from './world.js';

/** A cough cuts an apology while the reply of a failed model is still being synthesised. */
const apologyBeforeReply: World = {
  providers: { models: 1, synthesisers: 3, recognisers: 1 },
  greetingWords: 1,
  preemptive: false,
  voice: {
    allowGreetingInterrupt: false,
    repeatInterruptedSentence: true,
    nudgeAfterSilenceSeconds: 2,
    disconnectAfterSilenceSeconds: 6,
    maxCallDurationSeconds: 8,
  },
  line: { outMs: 0, backMs: 0, echo: 'once', echoCleared: false },
  models: [{ sentences: [1], firstMs: 0, tokenMs: 0, fault: 'fails', after: 1, tools: [], endCall: false }],
  speech: [
    {
      timed: false,
      wordMs: 150,
      firstMs: 2_201,
      chunkMs: 30,
      gapMs: 0,
      fault: 'none',
      after: 0,
      deaf: false,
    },
    {
      timed: false,
      wordMs: 150,
      firstMs: 1_301,
      chunkMs: 30,
      gapMs: 0,
      fault: 'none',
      after: 0,
      deaf: false,
    },
    { timed: false, wordMs: 150, firstMs: 0, chunkMs: 30, gapMs: 0, fault: 'none', after: 0, deaf: false },
  ],
  steps: [
    { type: 'talk', ms: 60, words: 1, partial: false, likely: 'no', lagMs: 0, endOfUtterance: false },
    { type: 'pass', ms: 601, sound: 'quiet' },
    { type: 'talk', ms: 121, words: 0, partial: false, likely: 'no', lagMs: 0, endOfUtterance: false },
    { type: 'pass', ms: 1_221, sound: 'quiet' },
    { type: 'pass', ms: 1_421, sound: 'quiet' },
    { type: 'pass', ms: 121, sound: 'voice' },
  ],
  finish: { type: 'wait', sound: -50 },
};

/** The receipts of a sentence are lost, those of the next one arrive, and a cough cuts that one. */
const lostBeforeNext: World = {
  providers: { models: 1, synthesisers: 1, recognisers: 1 },
  greetingWords: 1,
  preemptive: false,
  voice: {
    allowGreetingInterrupt: false,
    repeatInterruptedSentence: false,
    nudgeAfterSilenceSeconds: 2,
    disconnectAfterSilenceSeconds: 6,
    maxCallDurationSeconds: 600,
  },
  line: { outMs: 0, backMs: 0, echo: 'once', echoCleared: false },
  models: [
    { sentences: [1, 2], firstMs: 0, tokenMs: 0, fault: 'none', after: 0, tools: [], endCall: false },
    { sentences: [], firstMs: 900, tokenMs: 0, fault: 'none', after: 0, tools: [0], endCall: true },
  ],
  speech: [
    { timed: false, wordMs: 150, firstMs: 0, chunkMs: 30, gapMs: 0, fault: 'none', after: 0, deaf: false },
    { timed: false, wordMs: 201, firstMs: 0, chunkMs: 30, gapMs: 0, fault: 'none', after: 0, deaf: false },
    { timed: false, wordMs: 150, firstMs: 0, chunkMs: 30, gapMs: 0, fault: 'stalls', after: 0, deaf: false },
  ],
  steps: [
    { type: 'pass', ms: 461, sound: 'quiet' },
    { type: 'pass', ms: 921, sound: 'quiet' },
    { type: 'pass', ms: 2_981, sound: 'quiet' },
    { type: 'hold_echoes', ms: 941, lost: true },
    { type: 'talk', ms: 60, words: 1, partial: false, likely: 'no', lagMs: 261, endOfUtterance: false },
    { type: 'pass', ms: 1_061, sound: 'quiet' },
  ],
  finish: { type: 'wait', sound: 'voice' },
};

export const regressions: readonly World[] = [apologyBeforeReply, lostBeforeNext];
