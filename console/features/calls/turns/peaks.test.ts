/** The loudness of a recording. */
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { readPeaks } from './peaks.js';

const BYTES = new Uint8Array([82, 73, 70, 70]);

type Decode = (bytes: ArrayBuffer) => void;
type Fetch = (source: string, init: RequestInit) => Promise<Response>;

/** The channels of the recording. */
let channels: readonly Float32Array[] = [];
let decode = vi.fn<Decode>();
let fetchRecording = vi.fn<Fetch>();

beforeEach(() => {
  decode = vi.fn<Decode>();
  fetchRecording = vi.fn<Fetch>(() => Promise.resolve(new Response(BYTES)));
  vi.stubGlobal('fetch', fetchRecording);
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      async decodeAudioData(bytes: ArrayBuffer) {
        decode(bytes);
        return {
          duration: 12.5,
          numberOfChannels: channels.length,
          getChannelData: (channel: number) => {
            const samples = channels[channel];
            if (samples === undefined) throw new Error(`the recording has no channel ${channel}`);
            return samples;
          },
        };
      }
    },
  );
});

const read = () => readPeaks('/recordings/recording-1', new AbortController().signal);
/** The peaks of a recording with these samples on its only channel. */
const peaksOf = async (samples: Float32Array): Promise<readonly number[]> => {
  channels = [samples];
  return (await read()).customer;
};

describe('a recording', () => {
  test('has the customer on the left, the agent on the right, and its length', async () => {
    channels = [new Float32Array([0.5, 0.25]), new Float32Array([0.125, 0])];
    expect(await read()).toEqual({ customer: [0.5, 0.25], agent: [0.125, 0], seconds: 12.5 });
  });

  test('with one channel has both on it', async () => {
    channels = [new Float32Array([0.5])];
    expect(await read()).toEqual({ customer: [0.5], agent: [0.5], seconds: 12.5 });
  });

  test('is fetched once with the session of the user, until it is aborted, and decoded', async () => {
    channels = [new Float32Array([0.5])];
    const { signal } = new AbortController();
    await readPeaks('/recordings/recording-1', signal);
    expect(fetchRecording.mock.calls).toEqual([
      ['/recordings/recording-1', { credentials: 'same-origin', signal }],
    ]);
    expect(fetchRecording.mock.calls[0]?.[1].signal).toBe(signal);
    const [bytes] = decode.mock.calls[0] ?? [];
    expect(bytes === undefined ? null : new Uint8Array(bytes)).toEqual(BYTES);
  });

  test('that cannot be fetched is reported with its status, and not decoded', async () => {
    fetchRecording.mockResolvedValue(new Response('', { status: 404 }));
    await expect(read()).rejects.toThrow('fetching the recording failed with status 404');
    expect(decode).not.toHaveBeenCalled();
  });

  test('that cannot be decoded is reported', async () => {
    decode.mockImplementation(() => {
      throw new Error('unknown format');
    });
    await expect(read()).rejects.toThrow('unknown format');
  });
});

describe('a peak', () => {
  test('is the largest distance from silence, at most 1', async () => {
    expect(await peaksOf(new Float32Array([-0.75, 0, 1.5, -2]))).toEqual([0.75, 0, 1, 1]);
  });

  test('stands for each of at most 2,000 equal pieces', async () => {
    const samples = new Float32Array(4_000);
    samples.set([0.25, 0.5], 2);
    samples.set([-1], 3_999);
    const peaks = await peaksOf(samples);
    expect(peaks).toHaveLength(2_000);
    expect([...peaks.entries()].filter(([, peak]) => peak > 0)).toEqual([
      [1, 0.5],
      [1_999, 1],
    ]);
  });

  test('covers every sample, even if the pieces are not equal', async () => {
    const pieceOf = async (place: number): Promise<number> => {
      const samples = new Float32Array(2_001);
      samples[place] = 0.5;
      return (await peaksOf(samples)).indexOf(0.5);
    };
    expect(await pieceOf(0)).toBe(0);
    expect(await pieceOf(1_998)).toBe(1_998);
    expect(await pieceOf(1_999)).toBe(1_999);
    expect(await pieceOf(2_000)).toBe(1_999);
  });

  test('is not there for a recording without sound', async () => {
    expect(await peaksOf(new Float32Array())).toEqual([]);
  });
});
