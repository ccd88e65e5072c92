/** The part of the WebAssembly API that the synthesiser's thread uses; Node has it, but its type definitions do not. */
declare namespace WebAssembly {
  interface Module {
    readonly __module: never;
  }
  class Memory {
    readonly buffer: ArrayBuffer;
  }
  interface Instance {
    readonly exports: object;
  }
  function compile(bytes: Uint8Array): Promise<Module>;
  function instantiate(module: Module, imports: Record<string, object>): Promise<Instance>;
}
