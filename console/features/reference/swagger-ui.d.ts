/** The part of Swagger UI that the reference uses; the package has no types. */
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  interface SwaggerOptions {
    readonly url: string;
    readonly dom_id: string;
    readonly deepLinking: boolean;
    readonly docExpansion: 'none' | 'list' | 'full';
    readonly filter: boolean;
    readonly defaultModelsExpandDepth: number;
    readonly displayRequestDuration: boolean;
    readonly persistAuthorization: boolean;
    readonly validatorUrl: null;
    readonly plugins: readonly (() => object)[];
  }
  interface SwaggerSystem {
    /** Opens the operation of this fragment of an address, and scrolls to it. */
    readonly layoutActions: { readonly parseDeepLinkHash: (hash: string) => void };
  }
  const SwaggerUI: (options: SwaggerOptions) => SwaggerSystem;
  // biome-ignore lint/style/noDefaultExport: the package has a default export.
  export default SwaggerUI;
}
