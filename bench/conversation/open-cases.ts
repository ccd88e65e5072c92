/** Prints the open half of a corpus, so that rules can be written without reading the half that is held out. */
import { stringify } from 'yaml';
import { print, run } from '../command-line.js';
import { readBackchannels, readOpenings, readSegments, readSpokenForms, readTurns } from './corpora.js';
import { halvesOf } from './split.js';

const openHalf = (name: string | undefined): unknown => {
  switch (name) {
    case 'openings':
      return { cases: halvesOf(readOpenings()).open };
    case 'turns':
      return { cases: halvesOf(readTurns()).open };
    case 'backchannels':
      return { cases: halvesOf(readBackchannels()).open };
    case 'segments':
      return { cases: halvesOf(readSegments()).open };
    case 'spoken-forms': {
      const { conventions, cases } = readSpokenForms();
      return { conventions, cases: halvesOf(cases).open };
    }
    default:
      throw new RangeError('name a corpus: openings, turns, backchannels, segments or spoken-forms');
  }
};

run(async () => print(stringify(openHalf(process.argv[2]), { lineWidth: 0 }).trimEnd()));
