/** Texts about uploaded files. */

export const FILES = {
  choose: 'Choose or drop a file',
  sending: (name: string, share: number) => `Uploading ${name}: ${Math.round(share * 100)} %`,
  tooLarge: 'The file is larger than 60 MB. Split it, or remove columns.',
  cancel: 'Cancel upload',
  issues: {
    title: 'Issues',
    download: 'Download issues',
    row: 'Row',
    column: 'Column',
    message: 'Problem',
  },
} as const;
