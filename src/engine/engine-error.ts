/** The engine is not available; the message says what the operator can do about it. */
export class EngineError extends Error {
  override readonly name = 'EngineError';
}
