/** Saving what a signed link serves. */
import { writeFile } from 'node:fs/promises';

/** @throws Error when the link serves no file */
export const download = async (url: string | undefined, path: string): Promise<void> => {
  const response = await fetch(url ?? 'about:no-link');
  if (!response.ok) throw new Error(`the link answers ${response.status}`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
};
