/** The synchronous part of the WebAssembly API, for virtual time; Node has it, but its type definitions do not. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: Record<string, object>);
  }
}
