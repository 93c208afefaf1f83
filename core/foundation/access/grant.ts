// The permissions of a caller: a set of scopes. Write implies read within an area, and store:read is always included.
import { baseScope, presets, type Area, type Scope } from './areas.js'

export interface Grant {
  /** The granted scopes, sorted, without implied ones. */
  readonly scopes: readonly Scope[]
  allows(scope: Scope): boolean
  allowsAll(scopes: readonly Scope[]): boolean
}

/** Creates the grant of a list of scopes. */
export function grantOf(scopes: Iterable<Scope>): Grant {
  const granted = [...new Set(scopes)].sort()
  const effective = new Set<Scope>(granted)
  effective.add(baseScope)
  for (const scope of granted) if (scope.endsWith(':write')) effective.add(`${scope.slice(0, -6) as Area}:read`)
  const allows = (scope: Scope): boolean => effective.has(scope)
  return Object.freeze({
    scopes: Object.freeze(granted),
    allows,
    allowsAll: (required: readonly Scope[]) => required.every(allows),
  })
}

/** The grant of in-process callers, and of stdio without options: all scopes. */
export const fullGrant: Grant = grantOf([...presets.everything, 'code:write'])
