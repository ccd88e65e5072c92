/**
 * The waveform of a call, the customer above and the agent below. wavesurfer.js draws it and follows the player.
 *
 * The library brings its style as a `<style>` in a shadow root, which the page's policy refuses. It is therefore built
 * in an element that is not in the page yet, where nothing is applied and nothing refused; the style then moves to a
 * sheet that the root adopts.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { useColours } from '../../../ui/colours.js';
import styles from '../call/recording.module.css';
import type { Peaks } from './peaks.js';

/** Height of a side, px. */
const LANE_PX = 56;

interface WaveformProps {
  readonly peaks: Peaks;
  readonly player: HTMLAudioElement;
}

/** Moves the `<style>` elements of a shadow root to adopted style sheets. */
const adoptStyles = (within: HTMLElement): void => {
  for (const { shadowRoot } of within.children) {
    if (shadowRoot === null) continue;
    shadowRoot.adoptedStyleSheets = [...shadowRoot.querySelectorAll('style')].map((style) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(style.textContent ?? '');
      style.remove();
      return sheet;
    });
  }
};

export const Waveform = ({ peaks, player }: WaveformProps): ReactNode => {
  const place = useRef<HTMLDivElement>(null);
  const colours = useColours();
  useEffect(() => {
    const drawing = document.createElement('div');
    const common = {
      height: LANE_PX,
      barWidth: 2,
      barGap: 1,
      barRadius: 1,
      normalize: true,
      maxPeak: Math.max(0.05, ...peaks.customer, ...peaks.agent),
    };
    const waves = WaveSurfer.create({
      container: drawing,
      media: player,
      peaks: [[...peaks.customer], [...peaks.agent]],
      duration: peaks.seconds,
      cursorColor: colours('text-3'),
      cursorWidth: 2,
      dragToSeek: true,
      splitChannels: [
        { ...common, waveColor: colours('customer'), progressColor: colours('customer') },
        { ...common, waveColor: colours('agent'), progressColor: colours('agent') },
      ],
      ...common,
    });
    waves.on('ready', () => {
      // After a redraw in other colours, the position is restored.
      if (player.currentTime > 0) waves.setTime(player.currentTime);
    });
    adoptStyles(drawing);
    place.current?.replaceChildren(drawing);
    return () => waves.destroy();
  }, [peaks, player, colours]);
  return <div ref={place} className={styles.waves} data-part="waves" aria-hidden="true" />;
};
