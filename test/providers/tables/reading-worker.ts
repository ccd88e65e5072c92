/** Reads a table to its end in a thread with a small heap: a table that exhausts it has no limit of its own. */
import { parentPort, workerData } from 'node:worker_threads';
import { openTable, type TableLimits, TableRefused } from '../../../providers/tables/table.js';

const { path, fileName, limits }: { path: string; fileName: string; limits: Partial<TableLimits> } =
  workerData;
const codes: string[] = [];
let rows = 0;
try {
  const table = await openTable({ path, fileName }, limits);
  for await (const batch of table.batches()) {
    rows += batch.rows.length;
    codes.push(...batch.issues.map(({ code }) => code));
  }
} catch (error) {
  if (!(error instanceof TableRefused)) throw error;
  codes.push(...error.issues.map(({ code }) => code));
}
parentPort?.postMessage({ rows, codes: [...new Set(codes)] });
