/** How an agent sounds and how long it waits, with voices and noises that can be previewed. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Data } from '../../api/client.js';
import { Choice, Field } from '../../parts/field.js';
import { TEXTS } from '../../texts.js';
import type { Words } from './words.js';

type Speech = Data<'listVoices'>;

interface VoiceProps {
  readonly words: Words;
  readonly speech: Speech | undefined;
  readonly change: (changed: Partial<Words>) => void;
}

/** `en` and `en-GB`, sorted. */
const languagesOf = (voices: Speech['voices']): readonly string[] =>
  [...new Set(voices.flatMap(({ language }) => [language.split('-')[0] ?? language, language]))].sort();

/** In the language of the console. */
const languageNames = new Intl.DisplayNames(['en'], { type: 'language' });

const LEVELS = Array.from({ length: 20 }, (_, step) => (step + 1) * 50);

export const VoiceSettings = ({ words, speech, change }: VoiceProps): ReactNode => {
  const texts = TEXTS.agents;
  const voices = speech?.voices ?? [];
  const noises = speech?.noises ?? [];
  const voice = voices.find(({ id }) => id === words.voiceId) ?? voices[0];
  const noise = noises.find(({ key }) => key === words.noise);
  return (
    <details className="more-settings" open>
      <summary>{texts.voiceSettings}</summary>
      <div className="settings-grid">
        <div className="with-preview">
          <Choice
            label={texts.voice}
            value={words.voiceId}
            choices={[
              { value: '', name: texts.anyVoice },
              ...voices.map(({ id, name, language, gender }) => ({
                value: id,
                name: `${name} (${language}, ${texts.genders[gender]})`,
              })),
            ]}
            change={(voiceId) => change({ voiceId })}
          />
          {voice !== undefined && <Preview key={voice.id} name={voice.name} url={voice.sampleUrl} />}
        </div>
        <Choice
          label={texts.language}
          value={words.language}
          choices={[
            { value: '', name: texts.anyLanguage },
            ...languagesOf(voices).map((value) => ({ value, name: languageNames.of(value) ?? value })),
          ]}
          change={(language) => change({ language })}
        />
        <div className="with-preview">
          <Choice
            label={texts.noise}
            value={words.noise}
            choices={[
              { value: '', name: texts.noNoise },
              ...noises.map(({ key, name }) => ({ value: key, name })),
            ]}
            change={(key) => change({ noise: key, ...(key === '' ? { noiseLevel: null } : {}) })}
          />
          {noise !== undefined && <Preview key={noise.key} name={noise.name} url={noise.sampleUrl} />}
        </div>
        {words.noise !== '' && (
          <Choice
            label={texts.noiseLevel}
            value={String(words.noiseLevel ?? '')}
            choices={[
              { value: '', name: texts.asUsual },
              ...LEVELS.map((level) => ({ value: String(level), name: `${level} %` })),
            ]}
            change={(level) => change({ noiseLevel: level === '' ? null : Number(level) })}
          />
        )}
        <Seconds
          label={texts.nudgeAfter}
          most={600}
          value={words.nudgeAfterSeconds}
          change={(nudgeAfterSeconds) => change({ nudgeAfterSeconds })}
        />
        <Seconds
          label={texts.hangUpAfter}
          most={3_600}
          value={words.hangUpAfterSeconds}
          change={(hangUpAfterSeconds) => change({ hangUpAfterSeconds })}
        />
        <Seconds
          label={texts.longest}
          most={14_400}
          value={words.longestSeconds}
          change={(longestSeconds) => change({ longestSeconds })}
        />
        <Choice
          label={texts.greetingInterrupt}
          value={yesNo(words.greetingInterruptible)}
          choices={YES_NO}
          change={(value) => change({ greetingInterruptible: fromYesNo(value) })}
        />
        <Choice
          label={texts.repeatInterrupted}
          value={yesNo(words.repeatInterrupted)}
          choices={YES_NO}
          change={(value) => change({ repeatInterrupted: fromYesNo(value) })}
        />
      </div>
    </details>
  );
};

type YesNo = '' | 'yes' | 'no';
const YES_NO: readonly { readonly value: YesNo; readonly name: string }[] = [
  { value: '', name: TEXTS.agents.asUsual },
  { value: 'yes', name: TEXTS.agents.yes },
  { value: 'no', name: TEXTS.agents.no },
];
const yesNo = (value: boolean | null): YesNo => (value === null ? '' : value ? 'yes' : 'no');
const fromYesNo = (value: YesNo): boolean | null => (value === '' ? null : value === 'yes');

interface SecondsProps {
  readonly label: string;
  readonly most: number;
  readonly value: number | null;
  readonly change: (value: number | null) => void;
}

const Seconds = ({ label, most, value, change }: SecondsProps): ReactNode => (
  <Field
    label={label}
    type="number"
    min={1}
    max={most}
    step="any"
    placeholder={TEXTS.agents.asUsual}
    value={value === null ? '' : String(value)}
    change={(typed) => change(typed === '' ? null : Number(typed))}
  />
);

/** Stops the current preview: only one plays at a time. */
let silence: () => void = () => undefined;

/** A sample from this service. Only the link's path is used, because its host may be the public address. */
const Preview = ({ name, url }: { readonly name: string; readonly url: string }): ReactNode => {
  const [playing, setPlaying] = useState(false);
  const audio = useRef<HTMLAudioElement>(null);
  useEffect(() => {
    const element = audio.current;
    return () => element?.pause();
  }, []);
  const stop = (): void => audio.current?.pause();
  const toggle = (): void => {
    if (playing) return stop();
    silence();
    silence = stop;
    audio.current?.play().catch(() => setPlaying(false));
  };
  const { pathname, search } = new URL(url, window.location.href);
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={playing ? TEXTS.agents.stopPreview(name) : TEXTS.agents.preview(name)}
        onClick={toggle}
      >
        {playing ? TEXTS.agents.stop : TEXTS.agents.hear}
      </button>
      {/* biome-ignore lint/a11y/useMediaCaption: a sample of a voice has no content of its own. */}
      <audio
        ref={audio}
        preload="none"
        src={`${pathname}${search}`}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </>
  );
};
