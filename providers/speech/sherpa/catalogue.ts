/**
 * Models for open-vocabulary recognition that `parley speech install` offers: streaming transducers for sherpa-onnx, from the
 * official release of its authors. Sizes and checksums are that release's own (`checksum.txt`, and as others have pinned them).
 */

/** A released model. */
export interface ReleasedModel {
  /** The name after `sherpa:`. */
  readonly name: string;
  /** BCP 47. */
  readonly language: string;
  /** File name in the release; a tar archive packed with bzip2. */
  readonly archive: string;
  readonly bytes: number;
  /** Checksum of the archive, in hexadecimal. */
  readonly sha256: string;
  readonly licence: string;
  readonly remark: string;
}

/** The folder of the archives. */
export const RELEASE_URL = 'https://github.com/k2-fsa/sherpa-onnx/releases/download/asr-models';

/** The first is installed by default. */
export const RELEASED_MODELS: readonly [ReleasedModel, ...ReleasedModel[]] = [
  {
    name: 'kroko-en',
    language: 'en',
    archive: 'sherpa-onnx-streaming-zipformer-en-kroko-2025-08-06.tar.bz2',
    bytes: 57_267_600,
    sha256: 'c8676e5ff9ac2a85296e53ee0fd4d5fb1db6770e7a7647166eeafe349ade6834',
    licence: 'CC-BY-SA-4.0',
    remark: 'small; writes capitals and punctuation',
  },
  {
    name: 'kroko-de',
    language: 'de',
    archive: 'sherpa-onnx-streaming-zipformer-de-kroko-2025-08-06.tar.bz2',
    bytes: 57_565_698,
    sha256: '9e27b783c20e67b0d0f13a258c1861fce199917c969d9176a438bee38df64962',
    licence: 'CC-BY-SA-4.0',
    remark: 'small; writes capitals and punctuation',
  },
  {
    name: 'kroko-fr',
    language: 'fr',
    archive: 'sherpa-onnx-streaming-zipformer-fr-kroko-2025-08-06.tar.bz2',
    bytes: 57_220_361,
    sha256: 'e6ffd3dc43725cd6c8137b05c739f15607d0df946b9b90eb141e10059efca024',
    licence: 'CC-BY-SA-4.0',
    remark: 'small; writes capitals and punctuation',
  },
  {
    name: 'zipformer-en',
    language: 'en',
    archive: 'sherpa-onnx-streaming-zipformer-en-2023-06-26.tar.bz2',
    bytes: 310_414_022,
    sha256: '639e25b578e9e997131402199419c13a941f8e4e198e2da1ce57dbf5cf401282',
    licence: 'Apache-2.0',
    remark: 'larger; trained on audiobooks, processes 320 ms at a time',
  },
];
