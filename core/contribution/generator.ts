// Files that a plugin writes for those who program against an installation, beside the types of its entities.
import type { Registry } from '../model/registry.js'

export interface Generator {
  /** Kebab-case, such as `rest-client`. */
  readonly name: string
  /** One sentence: what it writes. */
  readonly description: string
  /**
   * Path below the folder → content; `svc:types:generate` writes them. The same registry and languages always give the same
   * bytes. Imports here what is heavy.
   */
  files(registry: Registry, languages: readonly string[]): ReadonlyMap<string, string> | Promise<ReadonlyMap<string, string>>
}
