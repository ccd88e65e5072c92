/** Vectors for the bench: of a real provider, or random ones that only show how long a search takes. */
import Database from 'better-sqlite3';
import type { Embedder } from '../../providers/embeddings/embedder.js';
import { createNetworkedEmbedder } from '../../providers/embeddings/networked-embedder.js';
import { embeddingsSetting } from '../../src/config/embeddings-setting.js';
import { openChosen } from '../../src/config/provider-choices.js';
import { EMBEDDINGS } from '../../src/config/provider-kinds.js';
import { seeded } from '../../testkit/seeded.js';
import { DATA_SOURCE_TABLES } from '../../views/data-sources/tables.js';
import { SOURCE_TEXT_TABLES } from '../../views/data-sources/text.js';
import {
  PASSAGE_VECTOR_TABLES,
  packVectors,
  projectVectors,
  vectorSearch,
} from '../../views/data-sources/vectors.js';

/** The model that PARLEY_EMBEDDINGS names; null: none. @throws ConfigError */
export const embedderOf = async (env: NodeJS.ProcessEnv): Promise<Embedder | null> => {
  const choice = embeddingsSetting(env);
  if (choice === null) return null;
  return createNetworkedEmbedder(await openChosen('PARLEY_EMBEDDINGS', choice, EMBEDDINGS), {
    name: `${choice.provider}:${choice.settings.choice}`,
    key: choice.settings.key,
    now: Date.now,
    onTokens: () => undefined,
  });
};

/** Passages of a part, as the service embeds them. */
export const PART = 64;

const SEARCHES = 200;
/** A service has compiled the search long before. */
const UNTIMED = 20;

/** The times of searches among so many random vectors, ms. */
export const searchTimes = (passages: number, dimensions: number): readonly number[] => {
  const random = seeded(1);
  const vector = (): Float32Array => Float32Array.from({ length: dimensions }, () => random() - 0.5);
  const db = new Database(':memory:');
  for (const tables of [DATA_SOURCE_TABLES, SOURCE_TEXT_TABLES, PASSAGE_VECTOR_TABLES]) db.exec(tables);
  db.exec(`INSERT INTO data_sources (business_id, id, class, name, revision, created_at, updated_at) VALUES ('b', 's', 'unstructured', 'n', 1, 0, 0);
    INSERT INTO source_texts (source_id, language, characters, passages, digest) VALUES ('s', '', 1, ${passages}, 'd')`);
  const project = projectVectors(db);
  for (let start = 0; start < passages; start += PART) {
    const count = Math.min(PART, passages - start);
    const packed = packVectors(Array.from({ length: count }, vector)).toString('base64');
    const event = {
      type: 'vectors.added',
      model: 'm',
      digest: 'd',
      start,
      count,
      dimensions,
      packed,
    } as const;
    project({ businessId: 'b', id: 's', shard: 0, seq: 1, index: 0, at: 0, event });
  }
  const search = vectorSearch(db);
  const times = Array.from({ length: SEARCHES + UNTIMED }, () => {
    const question = { vector: vector(), weight: 1 };
    const context = { vector: vector(), weight: 0.5 };
    const startedAt = performance.now();
    search(['s'], 'm', [question, context], 100);
    return performance.now() - startedAt;
  });
  db.close();
  return times.slice(UNTIMED);
};
