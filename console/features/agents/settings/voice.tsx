/** How an agent sounds, with voices and noises that can be previewed. */
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Data } from '../../../api/client.js';
import { Choice, Field } from '../../../ui/forms/field.js';
import { LongField } from '../../../ui/forms/long-field.js';
import { Ticks, toggled } from '../../../ui/forms/ticks.js';
import { language as pageLanguage } from '../../../ui/i18n/language.js';
import { ownPath } from '../../../ui/own-path.js';
import type { AgentDraft } from '../agent-draft.js';
import { AGENTS } from '../messages.js';
import styles from './settings.module.css';

type Speech = Data<'listVoices'>;

interface VoiceProps {
  readonly draft: AgentDraft;
  readonly speech: Speech | undefined;
  readonly onChange: (changed: Partial<AgentDraft>) => void;
}

/** `en` and `en-GB`, sorted. */
const languagesOf = (voices: Speech['voices']): readonly string[] =>
  [
    ...new Set(
      voices.flatMap(({ language, furtherLanguages = [] }) => [
        language.split('-')[0] ?? language,
        language,
        ...furtherLanguages,
      ]),
    ),
  ].sort();

/** In the language of the console. */
const languageNames = new Intl.DisplayNames([pageLanguage], { type: 'language' });

/** The API accepts no more (`voiceSettings.furtherLanguages`). */
const MOST_FURTHER_LANGUAGES = 5;

const LEVELS = Array.from({ length: 20 }, (_, step) => (step + 1) * 50);

export const VoiceSettings = ({ draft, speech, onChange }: VoiceProps): ReactNode => {
  const texts = AGENTS;
  const voices = speech?.voices ?? [];
  const noises = speech?.noises ?? [];
  const voice = voices.find(({ id }) => id === draft.voiceId) ?? voices[0];
  const noise = noises.find(({ key }) => key === draft.noise);
  return (
    <>
      <div className={styles.grid}>
        <div className={styles.preview}>
          <Choice
            label={texts.voice}
            value={draft.voiceId}
            choices={[
              { value: '', name: texts.anyVoice },
              ...voices.map(({ id, name, language, gender }) => ({
                value: id,
                name: `${name} (${language}, ${texts.genders[gender]})`,
              })),
            ]}
            onChange={(voiceId) => onChange({ voiceId })}
          />
          {voice !== undefined && <Preview key={voice.id} name={voice.name} url={voice.sampleUrl} />}
        </div>
        <Choice
          label={texts.language}
          value={draft.language}
          choices={[
            { value: '', name: texts.anyLanguage },
            ...languagesOf(voices).map((value) => ({ value, name: languageNames.of(value) ?? value })),
          ]}
          onChange={(language) => onChange({ language })}
        />
        <div className={styles.preview}>
          <Choice
            label={texts.noise}
            value={draft.noise}
            choices={[
              { value: '', name: texts.noNoise },
              ...noises.map(({ key, name }) => ({ value: key, name })),
            ]}
            onChange={(key) => onChange({ noise: key, ...(key === '' ? { noiseLevel: null } : {}) })}
          />
          {noise !== undefined && <Preview key={noise.key} name={noise.name} url={noise.sampleUrl} />}
        </div>
        {draft.noise !== '' && (
          <Choice
            label={texts.noiseLevel}
            value={String(draft.noiseLevel ?? '')}
            choices={[
              { value: '', name: texts.useDefault },
              ...LEVELS.map((level) => ({ value: String(level), name: `${level} %` })),
            ]}
            onChange={(level) => onChange({ noiseLevel: level === '' ? null : Number(level) })}
          />
        )}
        <Speed voice={voice} speed={draft.speed} onChange={(speed) => onChange({ speed })} />
      </div>
      <Ticks
        legend={texts.furtherLanguages}
        none={texts.noFurtherLanguages}
        choices={languagesOf(voices)
          .filter((language) => language !== draft.language)
          .map((id) => ({ id, name: languageNames.of(id) ?? id }))}
        chosen={draft.furtherLanguages}
        most={MOST_FURTHER_LANGUAGES}
        onToggle={(id) => onChange({ furtherLanguages: toggled(draft.furtherLanguages, id) })}
      />
      <LongField
        label={texts.pronunciations}
        help={texts.pronunciationsHelp}
        rows={3}
        value={draft.pronunciations}
        onChange={(pronunciations) => onChange({ pronunciations })}
      />
    </>
  );
};

interface SpeedProps {
  readonly voice: Speech['voices'][number] | undefined;
  readonly speed: number | null;
  readonly onChange: (speed: number | null) => void;
}

/** Only for voices that have a range of speeds, or to clear a speed that the agent has. */
const Speed = ({ voice, speed, onChange }: SpeedProps): ReactNode => {
  const speeds = voice?.speeds;
  if (speeds === undefined && speed === null) return null;
  return (
    <Field
      label={AGENTS.speed}
      type="number"
      min={speeds?.slowest ?? 1}
      max={speeds?.fastest ?? 1}
      step="any"
      placeholder={
        speeds === undefined ? AGENTS.useDefault : AGENTS.speedRange(speeds.slowest, speeds.fastest)
      }
      value={speed === null ? '' : String(speed)}
      onChange={(typed) => onChange(typed === '' ? null : Number(typed))}
    />
  );
};

/** Stops the current preview: only one plays at a time. */
let stopCurrent: () => void = () => undefined;

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
    stopCurrent();
    stopCurrent = stop;
    audio.current?.play().catch(() => setPlaying(false));
  };
  return (
    <>
      <button
        type="button"
        className="plain"
        aria-label={playing ? AGENTS.stopPreview(name) : AGENTS.preview(name)}
        onClick={toggle}
      >
        {playing ? AGENTS.stop : AGENTS.hear}
      </button>
      {/* biome-ignore lint/a11y/useMediaCaption: a sample of a voice has no content of its own. */}
      <audio
        ref={audio}
        preload="none"
        src={ownPath(url)}
        onPlay={() => setPlaying(true)}
        onPause={() => setPlaying(false)}
        onEnded={() => setPlaying(false)}
      />
    </>
  );
};
