/**
 * What became of the words that were synthesised for a simulated call: when they were played, and when receipts proved it. All
 * of it comes from the sound at the carrier.
 */
import { FRAME_MS } from '../../../../media/audio/frames.js';
import type { Account, SpokenWord } from './account.js';
import { NEVER } from './moments.js';
import { readSound } from './spoken-code.js';

/** The fate of one synthesised word. */
export interface Fate {
  readonly word: SpokenWord;
  /** When its first sound would begin to play by the session's reckoning, if it was sent and not cut before. */
  reckonedAt: number;
  /** When its first sound really played. */
  firstPlayedAt: number;
  /** When the first and the last part of its sound played that receipts proved in time. */
  provenFrom: number;
  provenTo: number;
  /** The step of the first receipt for any of its sound. */
  touchedStep: number;
  /** The step by which receipts for most of its sound had arrived: a word that is credited earlier was not heard. */
  mostStep: number;
  /** The step by which receipts for all its sound had arrived, before its utterance was cut; never if they had not. */
  provenStep: number;
}

/** This part of a word is most of it. */
const MOST = 0.7;

/** The step of the first receipt for each frame: a mark proves that everything before it was played. */
const receiptSteps = ({ line }: Account): readonly number[] => {
  const steps = line.frames.map(() => NEVER);
  for (const mark of line.marks) {
    if (!mark.truthful || mark.deliveredStep === NEVER) continue;
    for (let index = mark.frames - 1; index >= 0; index -= 1) {
      const frame = line.frames[index];
      if (frame === undefined || frame.stream !== mark.stream) break;
      if (line.playedMs(frame) < FRAME_MS) continue;
      steps[index] = Math.min(steps[index] ?? NEVER, mark.deliveredStep);
    }
  }
  return steps;
};

/** The fates of the words of a call, in the order in which they were synthesised. */
export const fatesOf = (account: Account): readonly Fate[] => {
  const { line, words, world } = account;
  const receipts = receiptSteps(account);
  const fates = words.map(
    (word): Fate => ({
      word,
      reckonedAt: NEVER,
      firstPlayedAt: NEVER,
      provenFrom: NEVER,
      provenTo: 0,
      touchedStep: NEVER,
      mostStep: NEVER,
      provenStep: NEVER,
    }),
  );
  const heard = words.map((word) => new Float64Array(word.lengthMs).fill(NEVER));
  const proofs = words.map((word) => new Float64Array(word.lengthMs).fill(NEVER));
  for (const [index, frame] of line.frames.entries()) {
    if (frame.utterance === null) continue;
    const played = line.playedMs(frame);
    const receipt = receipts[index] ?? NEVER;
    const inTime = receipt < frame.cutStep ? receipt : NEVER;
    readSound(frame.payload, FRAME_MS, (word, wordMs, frameMs) => {
      const fate = fates[word];
      const proof = proofs[word];
      const receiptOf = heard[word];
      if (fate === undefined || proof === undefined) throw new Error('a sound of no word');
      const reckonedAt = frame.startAt - world.line.outMs + frameMs;
      if (reckonedAt <= frame.cutKnownAt) fate.reckonedAt = Math.min(fate.reckonedAt, reckonedAt);
      if (frameMs >= played) return;
      fate.firstPlayedAt = Math.min(fate.firstPlayedAt, frame.startAt + frameMs);
      if (inTime !== NEVER) {
        fate.provenFrom = Math.min(fate.provenFrom, frame.startAt + frameMs);
        fate.provenTo = Math.max(fate.provenTo, frame.startAt + frameMs + 1);
      }
      fate.touchedStep = Math.min(fate.touchedStep, receipt);
      if (receiptOf !== undefined) receiptOf[wordMs] = Math.min(receiptOf[wordMs] ?? NEVER, receipt);
      proof[wordMs] = Math.min(proof[wordMs] ?? NEVER, inTime);
    });
  }
  for (const [index, fate] of fates.entries()) {
    const steps = (heard[index] ?? new Float64Array(0)).toSorted();
    fate.mostStep = steps[Math.floor(steps.length * MOST)] ?? NEVER;
  }
  for (const [index, fate] of fates.entries()) fate.provenStep = Math.max(...(proofs[index] ?? [NEVER]));
  return fates;
};

/**
 * Without word times the words before a cut are in doubt, and doubt writes fewer: those that are followed by this many
 * proven ones are certain.
 */
const IN_DOUBT = 3;

/**
 * Whether the word must be written if it was proven: by timings, or, if the length of the whole was known, because it was
 * proven to the end, or so much of it that the word is beyond doubt.
 */
export const mustBeWritten = (
  account: Account,
  fates: readonly Fate[],
  { word }: Fate,
  step = NEVER,
): boolean => {
  const { request } = word;
  if (request.timed) return true;
  const cutStep = Math.min(
    ...account.line.frames
      .filter(({ utterance }) => utterance === request.utterance)
      .map((frame) => frame.cutStep),
  );
  if (request.doneStep >= Math.min(cutStep, step)) return false;
  const own = fates.filter((fate) => fate.word.request === request);
  const later = own.slice(own.findIndex((fate) => fate.word === word) + 1);
  const proven = later.filter(({ provenStep }) => provenStep < step);
  return proven.length === later.length || proven.length >= IN_DOUBT;
};
