/** A recording that is made up, for pages that play one. */

/** Samples per second. */
const RATE = 8_000;

/** A WAV file of nine seconds: the customer alone for three, the agent alone for three at half the loudness, and silence. */
export const generatedRecording = (): Buffer => {
  const frames = 9 * RATE;
  const data = Buffer.alloc(frames * 4);
  for (let frame = 0; frame < frames; frame += 1) {
    const tone = Math.sin((frame / RATE) * 440 * 2 * Math.PI);
    const third = Math.floor(frame / (3 * RATE));
    data.writeInt16LE(third === 0 ? Math.round(tone * 16_000) : 0, frame * 4);
    data.writeInt16LE(third === 1 ? Math.round(tone * 8_000) : 0, frame * 4 + 2);
  }
  const head = Buffer.alloc(44);
  head.write('RIFF', 0);
  head.writeUInt32LE(36 + data.length, 4);
  head.write('WAVEfmt ', 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(1, 20);
  head.writeUInt16LE(2, 22);
  head.writeUInt32LE(RATE, 24);
  head.writeUInt32LE(RATE * 4, 28);
  head.writeUInt16LE(4, 32);
  head.writeUInt16LE(16, 34);
  head.write('data', 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
};
