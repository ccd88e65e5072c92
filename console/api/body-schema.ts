/** The schema of an operation's body, as the service has it (console/api/bodies, generated). */
import type { Schema } from '@cfworker/json-schema';
import type { OperationId } from './client.js';

export interface BodySchema<O extends OperationId> {
  readonly operation: O;
  /** The keywords that decide; `x-kind` names what a pattern means. */
  readonly schema: Schema;
}
