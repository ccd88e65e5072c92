/** Encodings of text files, by the names under which programs offer them. */
import type { Encoding } from './columns.js';

export const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16, little endian)',
  'utf-16be': 'Unicode (UTF-16, big endian)',
  'windows-1252': 'Western European (Windows-1252)',
  'windows-1250': 'Central European (Windows-1250)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'windows-1253': 'Greek (Windows-1253)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'windows-1257': 'Baltic (Windows-1257)',
  'koi8-r': 'Cyrillic (KOI8-R)',
  macintosh: 'Western European (Mac)',
  shift_jis: 'Japanese (Shift_JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'euc-kr': 'Korean (EUC-KR)',
  gb18030: 'Chinese, simplified (GB18030)',
  big5: 'Chinese, traditional (Big5)',
};

const isEncoding = (name: string): name is Encoding => Object.hasOwn(ENCODING_NAMES, name);

/** In the order in which they are offered. */
export const ENCODINGS: readonly Encoding[] = Object.keys(ENCODING_NAMES).filter(isEncoding);
