/** The little of RIFF/WAVE that an engine's output needs: 16-bit PCM, one channel. */

export interface WavAudio {
  readonly rate: number;
  readonly pcm: Int16Array;
}

/** @throws Error when it is not 16-bit mono PCM */
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
