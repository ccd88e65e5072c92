/** Listens to the voice notes that customers send, through the recognisers of the agent that answers. */
import type { Logger } from 'pino';
import type { ConversationCommand, ConversationEffect } from '../../../actors/conversation/commands.js';
import type { Transcription } from '../../../actors/conversation/events.js';
import type { EffectHandler } from '../../../actors/runtime/actor.js';
import { timeoutSignal } from '../../../actors/runtime/timeout-signal.js';
import { type AssetStore, assetIdOf } from '../../../providers/assets/asset-store.js';
import { providerFailure } from '../../../providers/provider-failure.js';
import type { FairSlots } from '../../../providers/scheduling/fair-slots.js';
import { listenToNote } from '../../../providers/speech/notes/listen.js';
import type { Recogniser } from '../../../providers/speech/recogniser.js';
import type { ViewStore } from '../../../views/views.js';
import { type AnsweringDeps, answeringAgent } from '../../channels/answering.js';

/** The recognisers of an agent, which are released afterwards. */
type ListenersOf = (
  businessId: string,
  agentId: string,
) => Promise<{
  readonly providers: {
    /** In fallback order. */
    readonly recognisers: readonly Recogniser[];
    /** Phrases that a customer of an agent with these instructions is likely to say. */
    readonly phrasesOf: (instructions: string) => readonly string[];
  };
  release(): void;
}>;

export interface TranscribeNoteDeps extends Pick<AnsweringDeps, 'actors'> {
  readonly views: Pick<ViewStore, 'catchUp' | 'automationOf' | 'agent'>;
  readonly assets: Pick<AssetStore, 'open'>;
  readonly listenersOf: ListenersOf;
  /** Limits the notes listened to at a time. */
  readonly noteSlots: FairSlots;
  readonly countNote: (outcome: Transcription) => void;
  readonly logger: Logger;
}

/** Notes that a node listens to at a time, in all and per business. */
export const NOTE_SLOTS = { inAll: 8, perOwner: 3 } as const;
/** Longest that one is listened to, ms: the longest note takes 45 s (providers/speech/notes/listen.ts). */
const NOTE_MS = 60_000;
/** Largest file, bytes: what is listened to takes some 400 kB. The rest is not read. */
const MAX_NOTE_BYTES = 4 * 1024 * 1024;

type TranscribeEffect = Extract<ConversationEffect, { readonly kind: 'transcribe_note' }>;

/** Fails only if it is aborted: a note without words is answered, too. */
export const transcribeNote =
  (deps: TranscribeNoteDeps): EffectHandler<TranscribeEffect, ConversationCommand> =>
  async ({ ref, effect, signal }) => {
    const release = await deps.noteSlots.take(ref.business, signal);
    try {
      const transcription = await transcriptionOf(deps, ref.business, effect, signal);
      deps.countNote(transcription);
      return { type: 'transcribed', messageId: effect.messageId, transcription };
    } finally {
      release();
    }
  };

const failed = (code: string): Transcription => ({ is: 'failed', code });

const transcriptionOf = async (
  deps: TranscribeNoteDeps,
  businessId: string,
  effect: TranscribeEffect,
  aborted: AbortSignal,
): Promise<Transcription> => {
  const { messageId } = effect;
  try {
    const agentId = await answeringAgent(deps, businessId, effect);
    const agent = agentId === null ? null : deps.views.agent(businessId, agentId);
    if (agent === null || agent.chatSettings?.voiceNotes === false) return failed('turned_off');
    const file = await readNote(deps.assets, messageId);
    if (file === null) return failed('media_unavailable');
    const { providers, release } = await deps.listenersOf(businessId, agent.id);
    try {
      const request = {
        language: agent.voiceSettings.language ?? agent.languageCode,
        phrases: providers.phrasesOf(agent.instructions),
      };
      const signal = AbortSignal.any([aborted, timeoutSignal(NOTE_MS)]);
      const heard = await listenToNote(file, { recognisers: providers.recognisers, request }, signal);
      aborted.throwIfAborted();
      return heard;
    } finally {
      release();
    }
  } catch (error) {
    if (aborted.aborted) throw error;
    deps.logger.warn({ event: 'media.not_transcribed', messageId, err: providerFailure(error) });
    return failed('recogniser_failed');
  }
};

/** The file, or its beginning; null if it does not exist. */
const readNote = async (assets: Pick<AssetStore, 'open'>, messageId: string): Promise<Uint8Array | null> => {
  const asset = await assets.open(assetIdOf(messageId));
  if (asset === null) return null;
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of asset.read()) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes >= MAX_NOTE_BYTES) break;
  }
  return Buffer.concat(pieces);
};
