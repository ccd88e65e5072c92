/**
 * How a call sounded, the customer above and the agent below. wavesurfer.js draws and follows the player.
 *
 * It brings its style as a `<style>` in a shadow root, which the page's policy refuses. So it is built in an element that is
 * not in the page yet, where nothing is applied and nothing refused; its words go into a sheet that the root adopts.
 */
import { type ReactNode, useEffect, useRef } from 'react';
import WaveSurfer from 'wavesurfer.js';
import { useColours } from './colours.js';
import type { Peaks } from './peaks.js';

/** Of a side, px. */
const LANE_PX = 56;

interface WaveformProps {
  readonly peaks: Peaks;
  readonly player: HTMLAudioElement;
}

/** Moves what a shadow root writes as a `<style>` into a sheet of its own. */
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
      // Drawn anew in other colours, while it is somewhere already.
      if (player.currentTime > 0) waves.setTime(player.currentTime);
    });
    adoptStyles(drawing);
    place.current?.replaceChildren(drawing);
    return () => waves.destroy();
  }, [peaks, player, colours]);
  return <div ref={place} className="waves" aria-hidden="true" />;
};
