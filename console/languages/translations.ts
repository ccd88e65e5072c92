/** Translations as the messages are nested: the id of a set, then the names in it. Patterns are ICU messages. */
export interface Catalogue {
  readonly [name: string]: string | Catalogue;
}
