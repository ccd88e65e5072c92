/** Saves the file behind a signed link. */
import { writeFile } from 'node:fs/promises';

/** @throws Error if the link serves no file */
export const download = async (url: string | undefined, path: string): Promise<void> => {
  const response = await fetch(url ?? 'about:no-link');
  if (!response.ok) throw new Error(`the link returned ${response.status}`);
  await writeFile(path, Buffer.from(await response.arrayBuffer()));
};
