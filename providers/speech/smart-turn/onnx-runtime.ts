/**
 * ONNX Runtime through its C interface. The library is the one that sherpa-onnx-node brings with it; koffi calls it. Both are
 * optional packages. The C interface is a table of functions to which new releases only add at the end.
 *
 * Only worker.ts uses it. Another runtime, such as the package onnxruntime-web, can replace it behind {@link TurnModel}.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { BANDS, FRAMES } from './features.js';

/** A loaded model. Not for use by several threads. */
export interface TurnModel {
  /** The probability that the turn has ended. `features`: {@link BANDS} rows of {@link FRAMES} values. @throws Error */
  probability(features: Float32Array): number;
}

interface Library {
  func(definition: string): (...args: readonly unknown[]) => unknown;
}

interface Koffi {
  load(path: string): Library;
  proto(definition: string): unknown;
  call(pointer: unknown, type: unknown, ...args: readonly unknown[]): unknown;
  decode(pointer: unknown, ...args: readonly unknown[]): unknown;
  view(pointer: unknown, bytes: number): ArrayBuffer;
}

const isKoffi = (loaded: unknown): loaded is Koffi =>
  typeof loaded === 'object' && loaded !== null && 'load' in loaded && 'proto' in loaded && 'view' in loaded;

/** The newest version of the table that this file needs. */
const API_VERSION = 11;
const POINTER_BYTES = 8;
const FLOAT_BYTES = 4;
/** ORT_LOGGING_LEVEL_ERROR, ORT_ENABLE_ALL, ONNX_TENSOR_ELEMENT_DATA_TYPE_FLOAT of onnxruntime_c_api.h. */
const LOG_ERRORS = 3;
const ALL_OPTIMISATIONS = 99;
const FLOAT = 1;
const INPUT = 'input_features';

/** Places in the table (ReleaseCustomOpDomain is at 101), and signatures; each returns null, or a status to release. */
const FUNCTIONS = {
  createEnv: [3, 'void *OrtCreateEnv(int level, const char *id, _Out_ void **out)'],
  createSession: [7, 'void *OrtCreateSession(void *env, const char *path, void *options, _Out_ void **out)'],
  run: [
    9,
    'void *OrtRun(void *session, void *options, const char **inputs, void **values, size_t count, const char **outputs, size_t outputCount, _Inout_ void **results)',
  ],
  createOptions: [10, 'void *OrtCreateSessionOptions(_Out_ void **out)'],
  optimise: [23, 'void *OrtSetSessionGraphOptimizationLevel(void *options, int level)'],
  intraThreads: [24, 'void *OrtSetIntraOpNumThreads(void *options, int count)'],
  interThreads: [25, 'void *OrtSetInterOpNumThreads(void *options, int count)'],
  outputName: [
    37,
    'void *OrtSessionGetOutputName(void *session, size_t index, void *allocator, _Out_ void **out)',
  ],
  createTensor: [
    48,
    'void *OrtCreateTensorAsOrtValue(void *allocator, const int64_t *shape, size_t dimensions, int type, _Out_ void **out)',
  ],
  tensorData: [51, 'void *OrtGetTensorMutableData(void *value, _Out_ void **out)'],
  allocator: [78, 'void *OrtGetAllocatorWithDefaultOptions(_Out_ void **out)'],
} as const;
const ERROR_MESSAGE = [2, 'const char *OrtGetErrorMessage(void *status)'] as const;
const RELEASE_STATUS = [93, 'void OrtReleaseStatus(void *status)'] as const;
const RELEASE_VALUE = [96, 'void OrtReleaseValue(void *value)'] as const;
const GET_API = 'void *OrtGetApi(uint32_t version)';

type FunctionName = keyof typeof FUNCTIONS;

/** Functions of the runtime. */
interface Runtime {
  /** @throws Error with the runtime's message */
  call(name: FunctionName, ...args: readonly unknown[]): void;
  /** As `call`, and returns what the last parameter receives. */
  get(name: FunctionName, ...args: readonly unknown[]): unknown;
  release(value: unknown): void;
  floats(pointer: unknown, count: number): Float32Array;
  text(pointer: unknown): string;
}

/** File of the runtime's library. @throws Error if the package is not installed */
const libraryPath = (): string => {
  const require = createRequire(import.meta.url);
  const sherpa = createRequire(require.resolve('sherpa-onnx-node'));
  const platform = `sherpa-onnx-${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;
  const folder = dirname(sherpa.resolve(`${platform}/package.json`));
  const names = ['libonnxruntime.so', 'libonnxruntime.dylib', 'onnxruntime.dll'];
  const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${folder} holds no onnxruntime library`);
  return found;
};

/** @throws Error if an optional package is missing, or the library has another interface */
const openRuntime = (): Runtime => {
  const koffi: unknown = createRequire(import.meta.url)('koffi');
  if (!isKoffi(koffi)) throw new Error('koffi has an unexpected interface');
  const base = koffi.load(libraryPath()).func('void *OrtGetApiBase()')();
  // The base holds two functions; the first returns the table.
  const api = koffi.call(koffi.decode(base, 0, 'void *'), koffi.proto(GET_API), API_VERSION);
  if (api === null) throw new Error('the onnxruntime library is too old');
  const at = (place: number): unknown => koffi.decode(api, place * POINTER_BYTES, 'void *');
  const bound = ([place, signature]: readonly [number, string]) => {
    const type = koffi.proto(signature);
    const pointer = at(place);
    return (...args: readonly unknown[]): unknown => koffi.call(pointer, type, ...args);
  };
  const functions = new Map(Object.entries(FUNCTIONS).map(([name, entry]) => [name, bound(entry)]));
  const messageOf = bound(ERROR_MESSAGE);
  const releaseStatus = bound(RELEASE_STATUS);
  const releaseValue = bound(RELEASE_VALUE);
  const call = (name: FunctionName, ...args: readonly unknown[]): void => {
    const status = functions.get(name)?.(...args);
    if (status === null || status === undefined) return;
    const message = String(messageOf(status));
    releaseStatus(status);
    throw new Error(message);
  };
  return {
    call,
    get: (name, ...args) => {
      const out: unknown[] = [null];
      call(name, ...args, out);
      return out[0];
    },
    release: (value) => void releaseValue(value),
    floats: (pointer, count) => new Float32Array(koffi.view(pointer, count * FLOAT_BYTES)),
    text: (pointer) => String(koffi.decode(pointer, 'char', -1)),
  };
};

/**
 * Loads the model of a file, for one processor thread.
 * @throws Error if it cannot run here, or is not a model that takes such features and returns one number
 */
export const loadTurnModel = (path: string): TurnModel => {
  const runtime = openRuntime();
  const env = runtime.get('createEnv', LOG_ERRORS, 'parley');
  const options = runtime.get('createOptions');
  runtime.call('optimise', options, ALL_OPTIMISATIONS);
  runtime.call('intraThreads', options, 1);
  runtime.call('interThreads', options, 1);
  const session = runtime.get('createSession', env, path, options);
  const allocator = runtime.get('allocator');
  const output = runtime.text(runtime.get('outputName', session, 0, allocator));
  const input = runtime.get('createTensor', allocator, [1, BANDS, FRAMES], 3, FLOAT);
  // The tensor's own memory, which stays where it is.
  const memory = runtime.floats(runtime.get('tensorData', input), BANDS * FRAMES);
  return {
    probability: (features) => {
      memory.set(features);
      const results: unknown[] = [null];
      runtime.call('run', session, null, [INPUT], [input], 1, [output], 1, results);
      const [result] = results;
      const [value = Number.NaN] = runtime.floats(runtime.get('tensorData', result), 1);
      runtime.release(result);
      if (!(value >= 0 && value <= 1))
        throw new Error(`the model returned ${value}, which is no probability`);
      return value;
    },
  };
};
