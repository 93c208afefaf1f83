// The interface of a parity surface: it performs a step and returns a neutral outcome.
import type { Issue } from '../../core/foundation/errors.js'

/** Values of a step. `{$: 'key'}` is replaced by the id of the record that the step with this key created. */
export type Fields = Readonly<Record<string, unknown>>

export type Step =
  | { readonly do: 'create'; readonly entity: string; readonly fields: Fields; readonly key?: string }
  | { readonly do: 'update'; readonly entity: string; readonly id: unknown; readonly fields: Fields }
  | { readonly do: 'read'; readonly entity: string; readonly id: unknown; readonly language?: string }
  | { readonly do: 'list'; readonly entity: string; readonly filters?: Fields; readonly language?: string }
  | { readonly do: 'delete'; readonly entity: string; readonly id: unknown }
  | { readonly do: 'act'; readonly action: string; readonly input: Fields }

/** The outcome of a step, which must be the same on every surface. */
export type Outcome =
  | {
      readonly id?: number
      readonly record?: unknown
      readonly records?: unknown
      readonly matching?: number
      readonly result?: unknown
    }
  | { readonly refused: string; readonly issues: readonly Pick<Issue, 'field' | 'code' | 'message'>[] }

export interface Surface {
  perform(step: Step): Promise<Outcome>
  close(): Promise<void>
}

export interface SurfaceDefinition {
  readonly name: string
  /** True if the surface supports the step. Other steps run in-process, so that the rows remain comparable. */
  offers(step: Step): boolean
  /** The part of an outcome that the surface returns. Default: all of it. */
  comparable?(outcome: Outcome): unknown
  /** Opens the surface on an installed database that several connections can share. */
  open(databaseUrl: string): Promise<Surface>
}

/** The step with its references replaced by ids. */
export function resolveStep(step: Step, ids: ReadonlyMap<string, number>): Step {
  return replace(step, ids) as Step
}

function replace(value: unknown, ids: ReadonlyMap<string, number>): unknown {
  if (Array.isArray(value)) return value.map((item) => replace(item, ids))
  if (typeof value !== 'object' || value === null) return value
  if ('$' in value) return ids.get(String(value.$))
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, replace(item, ids)]))
}
