/** Texts about changes by another editor, made since a form was opened. */
import { message, messages } from '../i18n/messages.js';

export const CONFLICT = messages('CONFLICT', {
  title: 'This was changed elsewhere',
  help: 'Another tab or a colleague changed it after you opened it. Nothing was overwritten.',
  theirChanges: 'Their changes',
  both: message<[field: string]>('Both of you changed: {field}', 'field'),
  sides: { mine: 'Keep my entry', theirs: 'Take their entry' },
  after: 'Nothing is saved yet. You can check the result before you save it.',
  later: 'Decide later',
  takeTheirs: 'Take theirs',
  keepMine: 'Keep mine',
  merge: 'Merge both',
  empty: 'empty',
});
