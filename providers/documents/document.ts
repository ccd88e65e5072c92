/** Documents as text: inputs, limits and outcomes. */
import { type Static, Type } from 'typebox';

export interface DocumentFile {
  readonly path: string;
  /** The client's name for the file; decides the kind only if the content does not. */
  readonly fileName: string;
}

const DOCUMENT_ISSUES = {
  file_empty: 'the file is empty',
  document_type_unknown:
    'this file type is not supported; save the file as PDF, DOCX, HTML, Markdown or plain text',
  document_encrypted: 'the document is password-protected; save it without a password',
  document_damaged: 'the document is damaged; open it, save it again, and upload the new file',
  document_without_text:
    'the document contains no text, perhaps only images; run text recognition (OCR) first, or type the text',
  document_too_long: 'the document is too long for one source; split it into several sources',
  document_too_complex:
    'reading the document takes too much time or memory; split it, or save it as plain text',
  pages_without_text:
    'some pages contain no text, perhaps only images; run text recognition (OCR) on them first',
} as const;
export type DocumentIssueCode = keyof typeof DOCUMENT_ISSUES;

export const DocumentIssue = Type.Object({ code: Type.String(), message: Type.String() });
export type DocumentIssue = Static<typeof DocumentIssue>;

export const issueOf = (code: DocumentIssueCode, message: string = DOCUMENT_ISSUES[code]): DocumentIssue => ({
  code,
  message,
});

/** A document's text, or the reason that it cannot be read. */
export const DocumentOutcome = Type.Union([
  Type.Object({ text: Type.String(), issues: Type.Array(DocumentIssue) }),
  /** `detail`: a library's error text, for the log only. */
  Type.Object({ refused: DocumentIssue, detail: Type.Optional(Type.String()) }),
]);
export type DocumentOutcome = Static<typeof DocumentOutcome>;

/** A document that cannot be read. */
export class DocumentRefused extends Error {
  override readonly name = 'DocumentRefused';
  readonly issue: DocumentIssue;

  /** `cause`: the error that a library threw. */
  constructor(code: DocumentIssueCode, cause?: unknown) {
    super(DOCUMENT_ISSUES[code], cause === undefined ? undefined : { cause });
    this.issue = issueOf(code);
  }
}

/** Converts a library's error into the fault of the document. */
export const faultIn = (error: unknown): DocumentRefused => {
  if (error instanceof DocumentRefused) return error;
  // A RangeError means nesting that overflows the stack, or a size that cannot be allocated.
  return new DocumentRefused(
    error instanceof RangeError ? 'document_too_complex' : 'document_damaged',
    error,
  );
};

export interface DocumentLimits {
  /** Length of the extracted text. */
  readonly maxTextCharacters: number;
  /** Size of that text in UTF-8. */
  readonly maxTextBytes: number;
  /** Size of an HTML file; its tree takes many times as much memory. */
  readonly maxMarkupBytes: number;
  /** Unpacked size of a DOCX in bytes, and its ratio to the packed size. */
  readonly maxInflatedBytes: number;
  readonly maxInflationRatio: number;
  readonly maxArchiveEntries: number;
  /** Total memory of the reading process, bytes. */
  readonly maxRssBytes: number;
  /** JavaScript heap of the reading thread, part of that memory, MiB. */
  readonly maxHeapMib: number;
  /** CPU time, so that a document does not fail because the machine is busy. */
  readonly maxCpuMs: number;
  /** Wall time after which the reading counts as stuck. */
  readonly maxWallMs: number;
}

const DEFAULTS: DocumentLimits = {
  // The limit of a source's text in a request (schemas/contacts/data-source.ts, docs/reference/api.md "Limits").
  maxTextCharacters: 500_000,
  maxTextBytes: 1024 * 1024,
  maxMarkupBytes: 16 * 1024 * 1024,
  maxInflatedBytes: 256 * 1024 * 1024,
  maxInflationRatio: 200,
  maxArchiveEntries: 5_000,
  maxRssBytes: 512 * 1024 * 1024,
  maxHeapMib: 256,
  maxCpuMs: 30_000,
  maxWallMs: 300_000,
};

export const withDefaults = (limits: Partial<DocumentLimits>): DocumentLimits => ({ ...DEFAULTS, ...limits });

/** The input of the reading process and of its thread. */
export const DocumentJob = Type.Object({
  path: Type.String(),
  fileName: Type.String(),
  limits: Type.Object({
    maxTextCharacters: Type.Number(),
    maxTextBytes: Type.Number(),
    maxMarkupBytes: Type.Number(),
    maxInflatedBytes: Type.Number(),
    maxInflationRatio: Type.Number(),
    maxArchiveEntries: Type.Number(),
    maxRssBytes: Type.Number(),
    maxHeapMib: Type.Number(),
    maxCpuMs: Type.Number(),
    maxWallMs: Type.Number(),
  }),
});
export type DocumentJob = Static<typeof DocumentJob>;
