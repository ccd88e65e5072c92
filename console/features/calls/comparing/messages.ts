/** Words of hearing a recorded call against another version. */
import { message, messages } from '../../../ui/i18n/messages.js';

export const COMPARING = messages('COMPARING', {
  button: 'Compare with version…',
  title: 'Compare with a version',
  help: 'The customer’s words are the recorded ones: they do not react to the new answers. The version answers each of them as in a written test, without interruptions and without the telephone. Its tools are used, so requests to your systems are real. It costs no credit.',
  version: 'Version',
  draft: 'Draft',
  published: message<[version: number]>('Version {version}, published', 'version'),
  earlier: message<[version: number]>('Version {version}', 'version'),
  start: 'Compare',
  again: 'Compare again',
  stop: 'Stop',
  running: message<[done: number, all: number]>('{done} of {all} answers', 'done', 'all'),
  cut: message<[most: number]>('Only the first {most} turns of the customer are compared.', 'most'),
  ended: 'The answers are complete.',
  customer: 'Customer',
  recorded: message<[version: number | null]>(
    'A: recorded{version, select, null {} other {, version {version}}}',
    'version',
  ),
  new: message<[name: string]>('B: {name}', 'name'),
  greeting: 'Greeting',
  silent: 'The agent said nothing.',
  waiting: 'Waiting for the answer…',
  noRecording: 'Not in the recording',
  playA: message<[turn: number]>('Play A, turn {turn}', 'turn'),
  playB: message<[turn: number]>('Play B, turn {turn}', 'turn'),
  stopPlaying: 'Stop',
  play: 'Play',
  voice: message<[name: string]>('Voice: {name}', 'name'),
  cannotPlay: 'This cannot be played. Try again.',
});
