// What a caller may do: a set of scopes, with write implying read inside an area and store:read as the floor.
import { floorScope, presets, type Area, type Scope } from './areas.js'

export interface Grant {
  /** As given, sorted; without what they imply. */
  readonly scopes: readonly Scope[]
  allows(scope: Scope): boolean
  allowsAll(scopes: readonly Scope[]): boolean
}

/** The grant of a list of scopes. */
export function grantOf(scopes: Iterable<Scope>): Grant {
  const given = [...new Set(scopes)].sort()
  const held = new Set<Scope>(given)
  held.add(floorScope)
  for (const scope of given) if (scope.endsWith(':write')) held.add(`${scope.slice(0, -6) as Area}:read`)
  const allows = (scope: Scope): boolean => held.has(scope)
  return Object.freeze({ scopes: Object.freeze(given), allows, allowsAll: (wanted: readonly Scope[]) => wanted.every(allows) })
}

/** The grant of in-process callers and of stdio without options: every scope. */
export const fullGrant: Grant = grantOf([...presets.everything, 'code:write'])
