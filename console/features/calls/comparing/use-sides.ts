/** Plays side A, a part of the recording, or side B, an answer in the voice of the version: one at a time. */
import { useEffect, useRef, useState } from 'react';
import { callApi } from '../../../api/client.js';
import { ownPath } from '../../../ui/own-path.js';
import { useBusinessId } from '../../session/session.js';
import { spokenPartOf } from './turns.js';

export interface VersionVoice {
  readonly language: string;
  readonly voiceId?: string;
  readonly agentGender?: 'male' | 'female';
}

interface Part {
  readonly fromMs: number;
  /** Null: up to the end. */
  readonly toMs: number | null;
}

interface Sides {
  /** What plays, as it was named; null: nothing. */
  readonly playing: string | null;
  readonly hasFailed: boolean;
  readonly voiceName: string | null;
  readonly playA: (name: string, callId: string, part: Part) => void;
  readonly playB: (name: string, testId: string, text: string, voice: VersionVoice) => void;
  readonly stop: () => void;
}

export const useSides = (): Sides => {
  const businessId = useBusinessId();
  const player = useRef<HTMLAudioElement | null>(null);
  const [playing, setPlaying] = useState<string | null>(null);
  const [hasFailed, setFailed] = useState(false);
  const [voiceName, setVoiceName] = useState<string | null>(null);
  const stop = (): void => {
    player.current?.pause();
    player.current = null;
    setPlaying(null);
  };
  useEffect(() => () => player.current?.pause(), []);
  const play = async (name: string, open: () => Promise<string>, part: Part): Promise<void> => {
    stop();
    const audio = new Audio();
    player.current = audio;
    const end = (): void => {
      if (player.current === audio) stop();
    };
    audio.addEventListener('ended', end);
    audio.addEventListener('timeupdate', () => {
      if (part.toMs !== null && audio.currentTime * 1_000 >= part.toMs) end();
    });
    setPlaying(name);
    setFailed(false);
    try {
      audio.src = await open();
      audio.currentTime = part.fromMs / 1_000;
      // Another one may have been chosen meanwhile.
      if (player.current === audio) await audio.play();
    } catch {
      if (player.current !== audio) return;
      stop();
      setFailed(true);
    }
  };
  return {
    playing,
    hasFailed,
    voiceName,
    stop,
    playA: (name, callId, part) =>
      void play(
        name,
        async () => {
          // A link lasts five minutes.
          const { recordingUrl = '' } = await callApi('readVoiceCall', {
            path: { callId },
            query: { businessId },
          });
          return ownPath(recordingUrl);
        },
        part,
      ),
    playB: (name, testId, text, voice) =>
      void play(
        name,
        async () => {
          const spoken = await callApi('speakAgentTest', {
            path: { testId },
            body: { businessId, text: spokenPartOf(text), ...voice },
          });
          setVoiceName(spoken.voiceName);
          return ownPath(spoken.audioUrl);
        },
        { fromMs: 0, toMs: null },
      ),
  };
};
