/** The state of the customer's audio. */
import type { EchoMonitor } from '../../audio/echo.js';
import { createJitter, type Jitter } from '../../audio/jitter.js';
import { createVoiceGate, type VoiceGate } from '../../audio/voice-gate.js';
import { createNotUnderstood, type NotUnderstood } from '../../policies/not-understood.js';
import { createSpeakerLevel, type SpeakerLevel } from '../../policies/speaker-level.js';
import { createWordless, type Wordless } from '../../policies/wordless.js';
import type { SessionSettings } from '../../settings.js';

/** The customer's audio, in order and on the recording's clock. */
export interface Inbound {
  jitter: Jitter;
  readonly voice: VoiceGate;
  /** The agent's own voice on the customer's track. */
  readonly echo: EchoMonitor;
  /** How loud the customer speaks. */
  readonly speaker: SpeakerLevel;
  /** The highest power of the current sound. */
  loudest: number;
  /** When the customer last made a sound like a voice, ms. */
  loudAt: number;
  readonly wordless: Wordless;
  readonly notUnderstood: NotUnderstood;
  /** Whether everything that an interruption needs is there, except for the model's verdict that it is a voice. */
  suffices: boolean;
  streamZero: number | null;
  /** Audio since the stream began, while its zero is not settled (listening.ts). */
  unsettled: { readonly streamMs: number; readonly payload: Uint8Array }[];
  settlesAt: number;
  /** The zero does not move after this, ms. */
  settlesBy: number;
}

/** Before any audio. `confirmsVoice`: as in SessionBrief; `echo`: gets what the agent says elsewhere. */
export const newInbound = (
  settings: SessionSettings,
  confirmsVoice: boolean,
  echo: EchoMonitor,
): Inbound => ({
  jitter: createJitter(),
  // The echo monitor has heard the same audio just before.
  voice: createVoiceGate(() => echo.power(), confirmsVoice),
  echo,
  speaker: createSpeakerLevel(),
  loudest: 0,
  loudAt: 0,
  wordless: createWordless(settings.wordlessSpeechMs),
  notUnderstood: createNotUnderstood(settings.endOfTurn.usualMs, settings.wordsWithinMs),
  suffices: false,
  streamZero: null,
  unsettled: [],
  settlesAt: 0,
  settlesBy: 0,
});
