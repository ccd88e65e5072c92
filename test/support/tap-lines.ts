/** Which lines of tap's output a person reads. Pure. */

/** A failed test or assertion, and its indentation. tap marks what is skipped or expected to fail as a directive. */
const FAILED = /^( *)not ok (?!.*# (?:SKIP|TODO))/;
/** The result of a file: `ok 3 - dist/test/views/calls.test.js # time=812ms`. */
const FILE = /^(?:not )?ok /;
/** tap's closing summary: `# { total: 240, pass: 238, fail: 2, skip: 1 }`. */
export const SUMMARY = /^# \{ total: /;

/**
 * Says for each line of tap's output, in their order, whether it is shown: results of files, failures with the details
 * that follow them, and the summary. Passed assertions are not: there are tens of thousands.
 */
export const createLineFilter = (): ((line: string) => boolean) => {
  /** Begins the details of the last failure, which end with `...` at the same indentation. */
  let details: string | null = null;
  return (line) => {
    const [, indentation] = FAILED.exec(line) ?? [];
    if (indentation !== undefined) {
      details = `${indentation}  `;
      return true;
    }
    if (details !== null) {
      const isDetail = line === `${details}---` || line.startsWith(details) || line.trim() === '';
      if (!isDetail || line === `${details}...`) details = null;
      if (isDetail) return true;
    }
    return FILE.test(line) || SUMMARY.test(line);
  };
};
