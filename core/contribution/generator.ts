// Defines generators: plugins that write files for developers, in addition to the types of entities.
import type { Registry } from '../model/registry.js'

export interface Generator {
  /** Kebab-case, for example `rest-client`. */
  readonly name: string
  /** One sentence about the files. */
  readonly description: string
  /**
   * Maps each path below the output folder to its content; `svc:types:generate` writes them. Must be deterministic for the same
   * registry and languages. Import slow modules here.
   */
  files(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>
}
