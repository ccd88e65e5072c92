/** Shows clearly what the user's browser is doing on the call, so that users do not speak to a customer by mistake. */
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Field } from '../../ui/forms/field.js';
import { Icon } from '../../ui/icon.js';
import { Problem } from '../../ui/states.js';
import type { Line } from './line.js';
import styles from './line-bar.module.css';
import { LIVE } from './messages.js';
import { Ticking } from './ticking.js';

export const LineBar = ({ line }: { readonly line: Line }): ReactNode => {
  const { state, refused } = line;
  return (
    <>
      <div className={styles.line} data-state={state.type} role="status">
        <LineWords line={line} />
      </div>
      {state.type === 'speaking' && <Speaking line={line} />}
      {state.type === 'failed' && <Problem problem={state.problem} />}
      {refused !== null && <Problem problem={refused} />}
    </>
  );
};

const LineWords = ({ line: { state, muted } }: { readonly line: Line }): ReactNode => {
  const live = LIVE;
  switch (state.type) {
    case 'none':
    case 'failed':
      return null;
    case 'joining':
      return <p>{live.joining}</p>;
    case 'listening':
      return (
        <p>{state.otherSpeaks ? live.otherSpeaks : state.handedBack ? live.handedBack : live.listening}</p>
      );
    case 'speaking':
      return (
        <p>
          <Icon name={muted ? 'muted' : 'microphone'} />
          {muted ? live.muted : live.speaking}
        </p>
      );
    default:
      return state satisfies never;
  }
};

const Speaking = ({ line }: { readonly line: Line }): ReactNode => {
  const [note, setNote] = useState('');
  const { actions } = LIVE;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    line.handBack(note.trim());
  };
  return (
    <form className={styles.speaking} onSubmit={submit}>
      <div className={styles.now}>
        <button
          type="button"
          className="plain"
          aria-pressed={line.muted}
          onClick={() => line.mute(!line.muted)}
        >
          {line.muted ? actions.unmute : actions.mute}
        </button>
        <MyVoice line={line} />
        {line.state.type === 'speaking' && <Ticking since={line.state.since} />}
      </div>
      <Field label={LIVE.handBackNote} value={note} onChange={setNote} autoComplete="off" maxLength={1_000} />
      <button type="submit" className="main">
        {actions.handBack}
      </button>
    </form>
  );
};

/** Updates the DOM directly, so that nothing else is rendered with each frame. */
const MyVoice = ({ line: { leg } }: { readonly line: Line }): ReactNode => {
  const bar = useRef<HTMLElement>(null);
  useEffect(() => {
    let frame = 0;
    const draw = (): void => {
      const level = leg.current?.levels().me ?? 0;
      if (bar.current !== null) bar.current.style.transform = `scaleX(${Math.min(1, level).toFixed(3)})`;
      frame = requestAnimationFrame(draw);
    };
    draw();
    return () => cancelAnimationFrame(frame);
  }, [leg]);
  return (
    <span className={styles.myVoice} role="img" aria-label={LIVE.myVoice}>
      <i ref={bar} className={styles.level} />
    </span>
  );
};
