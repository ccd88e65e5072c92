/** Shared by the benches that have a command line of their own. */

export const print = (line: string): void => void process.stdout.write(`${line}\n`);
/** Progress for a person watching; not part of the result. */
export const note = (line: string): void => void process.stderr.write(`${line}\n`);

/** The option `--name` as a whole number. @throws RangeError with a message that says what to write instead */
export const wholeNumber = (name: string, text: string, min: number, max: number): number => {
  const value = Number(text);
  if (text.trim() !== '' && Number.isInteger(value) && value >= min && value <= max) return value;
  throw new RangeError(`--${name} is "${text}"; write a whole number from ${min} to ${max}`);
};

/** Errors that `parseArgs` and `wholeNumber` throw. */
const isMisuse = (error: unknown): error is Error =>
  error instanceof RangeError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

/** Runs a bench. Exits with 2, and says why, if the arguments are invalid; with 1 if the bench failed otherwise. */
export const run = (main: () => Promise<void>): void =>
  void main().catch((error: unknown) => {
    const text = isMisuse(error) ? error.message : error instanceof Error ? error.stack : null;
    note(text ?? String(error));
    process.exitCode = isMisuse(error) ? 2 : 1;
  });
