// What an action says of itself as data: name, input, hints and the scopes it needs. Behaviour joins in core/action.
import type { Scope } from '../../ground/access/areas.js'
import type { PropertyMap } from '../../ground/property/kind.js'

/** The scopes that a call needs: all of `all`, and at least one of `any` where given. */
export interface Needs {
  readonly all?: readonly Scope[]
  readonly any?: readonly Scope[]
}

/** The four standard hints of an assistant's tool (spec 4.4). */
export interface ActionHints {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

export interface ActionDeclaration {
  /** Kebab-case; `clear-cache` is the tool `svc_clear_cache`. */
  readonly name: string
  /** First sentence at most 120 characters: what it does and when to use it. */
  readonly description: string
  readonly input: PropertyMap
  readonly hints: ActionHints
  /** Scopes of a call, from its input where they depend on it. Every surface but in-process refuses an action without needs. */
  readonly needs?: Needs | ((input: Readonly<Record<string, unknown>>) => Needs)
  /** The command that runs it, e.g. `svc:cache:clear`; none if left out. */
  readonly command?: string
}
