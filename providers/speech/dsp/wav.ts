/** The subset of RIFF/WAVE that engines produce and browsers play: 16-bit PCM, one channel. */

export interface WavAudio {
  readonly rate: number;
  readonly pcm: Int16Array;
}

const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** Returns a complete file. */
export const writeWav = ({ rate, pcm }: WavAudio): Buffer => {
  const dataBytes = pcm.length * BYTES_PER_SAMPLE;
  const bytes = Buffer.alloc(HEADER_BYTES + dataBytes);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(bytes.length - 8, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  bytes.writeUInt32LE(16, 16);
  // PCM, one channel.
  bytes.writeUInt16LE(1, 20);
  bytes.writeUInt16LE(1, 22);
  bytes.writeUInt32LE(rate, 24);
  bytes.writeUInt32LE(rate * BYTES_PER_SAMPLE, 28);
  bytes.writeUInt16LE(BYTES_PER_SAMPLE, 32);
  bytes.writeUInt16LE(16, 34);
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(dataBytes, 40);
  pcm.forEach((sample, index) => {
    bytes.writeInt16LE(sample, HEADER_BYTES + index * BYTES_PER_SAMPLE);
  });
  return bytes;
};

/** @throws Error if the file is not 16-bit mono PCM */
export const readWav = (bytes: Buffer): WavAudio => {
  if (bytes.toString('latin1', 0, 4) !== 'RIFF') throw new Error('not a WAV file');
  let rate = 0;
  for (let at = 12; at + 8 <= bytes.length; ) {
    const id = bytes.toString('latin1', at, at + 4);
    const size = bytes.readUInt32LE(at + 4);
    if (id === 'fmt ') {
      if (
        bytes.readUInt16LE(at + 8) !== 1 ||
        bytes.readUInt16LE(at + 10) !== 1 ||
        bytes.readUInt16LE(at + 22) !== 16
      ) {
        throw new Error('not 16-bit mono PCM');
      }
      rate = bytes.readUInt32LE(at + 12);
    }
    if (id === 'data') {
      const end = Math.min(bytes.length, at + 8 + size);
      const pcm = new Int16Array(Math.floor((end - at - 8) / 2));
      for (let index = 0; index < pcm.length; index += 1) pcm[index] = bytes.readInt16LE(at + 8 + index * 2);
      return { rate, pcm };
    }
    at += 8 + size + (size % 2);
  }
  throw new Error('a WAV file without samples');
};
