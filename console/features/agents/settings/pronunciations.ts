/** A pronunciation lexicon as its editor has it: one "written = spoken" a line. */

interface Pronunciation {
  readonly written: string;
  readonly spoken: string;
}

export const textOfPronunciations = (pronunciations: readonly Pronunciation[]): string =>
  pronunciations.map(({ written, spoken }) => `${written} = ${spoken}`).join('\n');

/** Lines without a sign have no spoken form, which the service refuses. */
export const pronunciationsOf = (text: string): readonly Pronunciation[] =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [written = '', ...spoken] = line.split('=');
      return { written: written.trim(), spoken: spoken.join('=').trim() };
    });
