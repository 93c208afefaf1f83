// Plugged-in types by name, with the word whether an installation brought them itself.
import type { Registry, Shelf } from '../model/registry.js'

export interface NamedType {
  readonly name: string
  readonly custom: boolean
}

/** Every type of a shelf; `custom` is what neither core nor stock brought. */
export function namedTypes(registry: Registry, shelf: Shelf<unknown>): readonly NamedType[] {
  return [...shelf.keys()].map((name) => ({ name, custom: registry.isCustom(shelf.owner(name) ?? '') }))
}
