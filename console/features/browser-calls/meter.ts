/** Current loudness of a track. */

export interface Meter {
  /** Root mean square between 0 and 1. */
  level(): number;
  close(): void;
}

/** 21 ms at 48 kHz. */
const SAMPLES = 1_024;

export const createMeter = (track: MediaStreamTrack): Meter => {
  const context = new AudioContext();
  const analyser = context.createAnalyser();
  analyser.fftSize = SAMPLES;
  context.createMediaStreamSource(new MediaStream([track])).connect(analyser);
  const samples = new Float32Array(SAMPLES);
  return {
    level: () => {
      analyser.getFloatTimeDomainData(samples);
      const power = samples.reduce((sum, sample) => sum + sample * sample, 0) / SAMPLES;
      return Math.min(1, Math.sqrt(power));
    },
    close: () => void context.close(),
  };
};
