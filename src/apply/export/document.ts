/** The file that describes what a service has: applied to an empty business, it makes the same. Pure. */
import { extname } from 'node:path';
import { stringify } from 'yaml';
import { withoutSum } from '../file/read.js';
import { asJson, compact, type Json } from '../json.js';
import { KIND_NAMES, type Kind, type Present } from '../resource.js';

const LINE_WIDTH = 110;

interface ExportedFile {
  /** From the folder of the YAML. */
  readonly path: string;
  /** The ingestion that has the content. */
  readonly ingestionId: string;
}

export interface ExportedDocument {
  readonly yaml: string;
  readonly files: readonly ExportedFile[];
}

/** Names that several resources of a kind have: a file cannot describe them. */
export const repeatedNames = (resources: readonly Present[]): readonly string[] => {
  const places = resources.map(({ kind, key }) => `${KIND_NAMES[kind]} ${key}`);
  return [...new Set(places.filter((place, index) => places.indexOf(place) !== index))];
};

/** `contents`: the ingestion of the active version of a source, by the id of the source. */
export const documentOf = (
  project: string,
  resources: readonly Present[],
  contents: ReadonlyMap<string, string>,
): ExportedDocument => {
  const sorted = (kind: Kind): readonly Present[] =>
    resources
      .filter((resource) => resource.kind === kind)
      .sort((resource, next) => (resource.key < next.key ? -1 : 1));
  const entries = (kind: Kind, work: (resource: Present) => Json): Json =>
    Object.fromEntries(sorted(kind).map((resource) => [resource.key, work(resource)]));
  const paths = pathsOf(sorted('source'));
  const files = sorted('source').flatMap(({ id }): readonly ExportedFile[] => {
    const [path, ingestionId] = [paths.get(id), contents.get(id)];
    return path === undefined || ingestionId === undefined ? [] : [{ path, ingestionId }];
  });
  const content = compact({
    dataSources: entries('source', ({ id, fields }) => {
      const { content: _name, columns, ...source } = fields;
      return compact({ ...source, file: contents.has(id) ? paths.get(id) : undefined, columns });
    }),
    agents: entries('agent', ({ fields }) => fields),
    tools: entries('tool', ({ key, fields }) => toolEntry(key, fields)),
    webhooks: sorted('webhook').map(({ fields }) => fields),
    alerts: entries('alert', ({ fields }) => fields),
  });
  const yaml = stringify({ project, ...content }, { lineWidth: LINE_WIDTH, aliasDuplicateObjects: false });
  return { yaml, files };
};

/** The path of each content, by the id of its source. */
const pathsOf = (sources: readonly Present[]): ReadonlyMap<string, string> => {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  for (const { id, fields } of sources) {
    if (typeof fields.content !== 'string') continue;
    const name = (withoutSum(fields.content)?.name ?? fields.content).replaceAll(/[/\\]/g, '_');
    const extension = extname(name);
    const start = name.slice(0, name.length - extension.length);
    let path = `sources/${name}`;
    for (let number = 2; taken.has(path); number += 1) path = `sources/${start}-${number}${extension}`;
    taken.add(path);
    paths.set(id, path);
  }
  return paths;
};

/** A secret is never returned: the file names the variable that has it. */
const toolEntry = (name: string, { oauth, ...tool }: Json): Json => ({
  ...tool,
  ...(oauth === undefined
    ? {}
    : { oauth: { ...asJson(oauth), clientSecret: { env: `${name.toUpperCase()}_CLIENT_SECRET` } } }),
});
