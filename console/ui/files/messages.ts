/** Texts about uploaded files. */
import { message, messages } from '../i18n/messages.js';

export const FILES = messages('FILES', {
  choose: 'Choose or drop a file',
  sending: message<[name: string, share: number]>(
    'Uploading {name}: {share, number, percent}',
    'name',
    'share',
  ),
  tooLarge: 'The file is larger than 60 MB. Split it, or remove columns.',
  cancel: 'Cancel upload',
  issues: {
    title: 'Issues',
    download: 'Download issues',
    row: 'Row',
    column: 'Column',
    message: 'Problem',
  },
});
