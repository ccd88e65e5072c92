/** The options of `parley fork`. */
import { readFileSync, statSync } from 'node:fs';
import type { SimulatedCustomer } from '../../schemas/simulations/customer.js';
import type { Scenario } from '../../schemas/simulations/scenario.js';
import { ConfigError } from '../config/error.js';

const MAX_BYTES = 400 * 1024;

/** The content of a file with instructions. @throws ConfigError */
export const readInstructions = (path: string): string => {
  try {
    if (statSync(path).size > MAX_BYTES) throw new Error('too large');
    return readFileSync(path, 'utf8').trim();
  } catch {
    throw new ConfigError(
      `--instructions is "${path}", which is no file of at most ${MAX_BYTES / 1024} KiB that can be read`,
    );
  }
};

/** `name=result` of a tool. The result is what the model reads: JSON, or any text. @throws ConfigError */
export const toolResultIn = (text: string): readonly [string, string] => {
  const [whole, name = '', result = ''] = /^([A-Za-z]\w{0,63})=(.*)$/s.exec(text) ?? [];
  if (whole === undefined) throw new ConfigError(`--tool-result is "${text}"; write <tool>=<result>`);
  return [name, result];
};

/** The named customer of a scenario, or its first. @throws ConfigError */
export const customerOf = ({ channel, customers }: Scenario, name: string | null): SimulatedCustomer => {
  if (channel !== 'voice') throw new ConfigError('the scenario is in writing; a recorded call needs voice');
  const customer = name === null ? customers[0] : customers.find((each) => each.name === name);
  if (customer !== undefined) return customer;
  throw new ConfigError(
    `--customer is "${name}"; the scenario has ${customers.map((each) => each.name).join(', ')}`,
  );
};
