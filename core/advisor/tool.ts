// A tool of the advisor: one verb of the shop, in the shopper's name and with his rights, and nothing else.
import type { Barred } from '../commerce/configuration/barred.js'
import type { Visit } from '../commerce/visit.js'
import type { Recommended, Serve } from './define.js'
import type { VendorTool } from './vendor/define.js'

export type Given = Readonly<Record<string, unknown>>

export interface ToolScope {
  readonly visit: Visit
  readonly serve: Serve
  readonly conversation: number
  readonly language: string
  /** Of the conversation's configuration; null where it has none. */
  readonly token: string | null
}

/** Words that no product holds, and wishes that nothing keeps together. */
export interface Lacking {
  readonly words?: readonly string[]
  readonly wishes?: readonly { readonly question_id: number; readonly values: readonly string[] | null }[]
}

export interface ToolOutcome {
  readonly result: unknown
  /** Of the configuration that was started. */
  readonly token?: string
  readonly recommended?: Recommended
  /** What the shopper wanted and rules kept from him: the shop's to learn from, nothing of it is told to the model. */
  readonly barred?: readonly Barred[]
  readonly lacking?: Lacking
  /** True: the shopper is to be offered a person. */
  readonly person?: true
}

export interface Tool extends VendorTool {
  /** What the shopper reads while it runs. */
  readonly sentence: string
  /** True: it changes what is stored, and runs in the unit that notes that it ran. */
  readonly changes?: true
  run(scope: ToolScope, given: Given): Promise<ToolOutcome>
}

/** A sentence to the model: it has to start a configuration first. */
export class ToolRefusal extends Error {}
