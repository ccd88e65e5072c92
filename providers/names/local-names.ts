/** Names that need no name server: literal addresses, this machine's own name, and, in development, its hosts file. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import type { NameAddress } from './name-answer.js';

/** The machine's hosts file (hosts(5)). */
const HOSTS_FILE = '/etc/hosts';
/** A larger file is ignored: a typical one has a few hundred bytes. */
const MAX_BYTES = 256 * 1024;

export type LocalNames = ReadonlyMap<string, readonly NameAddress[]>;

const LOOPBACK_ADDRESSES: readonly NameAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

const familyOf = (address: string): 4 | 6 => (isIP(address) === 6 ? 6 : 4);

/** Normalises a name for comparison: lower case, without a trailing dot. */
export const plainName = (name: string): string => name.toLowerCase().replace(/\.$/, '');

/** Whether a name, normalised by {@link plainName}, always means this machine (RFC 6761 section 6.3). */
export const isThisMachine = (name: string): boolean => name === 'localhost' || name.endsWith('.localhost');

/** Addresses of a name, normalised by {@link plainName}, without a name server; null if it needs a look-up. */
export const localAddresses = (name: string, hosts: LocalNames): readonly NameAddress[] | null => {
  if (isIP(name) !== 0) return [{ address: name, family: familyOf(name) }];
  return isThisMachine(name) ? LOOPBACK_ADDRESSES : (hosts.get(name) ?? null);
};

/** The names in the text of a hosts file. Lines that do not begin with an address are ignored. */
export const parseHosts = (text: string): LocalNames => {
  const found = new Map<string, NameAddress[]>();
  for (const line of text.split('\n')) {
    const [address = '', ...names] = line.replace(/#.*$/, '').trim().split(/\s+/);
    if (isIP(address) === 0) continue;
    for (const name of names.map(plainName)) {
      const addresses = found.get(name) ?? [];
      addresses.push({ address, family: familyOf(address) });
      found.set(name, addresses);
    }
  }
  return found;
};

/** The names in this machine's hosts file; empty if it cannot be read. Never rejects. */
export const readHostsFile = async (path = HOSTS_FILE): Promise<LocalNames> => {
  try {
    const text = await readFile(path, 'utf8');
    return text.length > MAX_BYTES ? new Map() : parseHosts(text);
  } catch {
    return new Map();
  }
};
