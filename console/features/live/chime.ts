/** The sound of an alarm: two short tones, made in the page, because a file would have to be loaded first. */

let context: AudioContext | null = null;

/** Frequencies, Hz, and when they begin, s. */
const TONES = [
  { hz: 660, at: 0 },
  { hz: 880, at: 0.16 },
] as const;
const LENGTH_S = 0.14;
/** Quiet enough to be heard beside a call that is listened to. */
const GAIN = 0.12;

/** Silent until the user has clicked somewhere in the page: browsers allow no sound before. */
export const chime = (): void => {
  context ??= new AudioContext();
  void context.resume();
  for (const { hz, at } of TONES) {
    const begin = context.currentTime + at;
    const oscillator = new OscillatorNode(context, { frequency: hz });
    const gain = new GainNode(context, { gain: 0 });
    // Ramps instead of steps, which would click.
    gain.gain.setValueAtTime(0, begin);
    gain.gain.linearRampToValueAtTime(GAIN, begin + 0.01);
    gain.gain.linearRampToValueAtTime(0, begin + LENGTH_S);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(begin);
    oscillator.stop(begin + LENGTH_S);
  }
};
