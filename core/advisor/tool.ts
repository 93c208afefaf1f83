// The contract of an advisor tool: it runs one verb of the shop for the shopper, with the shopper's permissions.
import type { BlockedQuestion } from '../commerce/configuration/blocking-rules.js'
import type { ShopperContext } from '../commerce/shopper-context.js'
import type { RecommendedProduct, VerbRunner } from './define.js'
import type { VendorTool } from './vendor/define.js'

export type ToolArguments = Readonly<Record<string, unknown>>

export interface ToolScope {
  readonly visit: ShopperContext
  readonly serve: VerbRunner
  readonly conversation: number
  readonly language: string
  /** Of the conversation's configuration. null if there is none. */
  readonly token: string | null
}

/** Words that no product contains, and preferences that no configuration meets together. */
export interface UnmetRequests {
  readonly words?: readonly string[]
  readonly wishes?: readonly { readonly question_id: number; readonly values: readonly string[] | null }[]
}

export interface ToolOutcome {
  readonly result: unknown
  /** Of the configuration that was started. */
  readonly token?: string
  readonly recommended?: RecommendedProduct
  /** Selections that the shopper wanted and rules blocked. Used for statistics, not sent to the model. */
  readonly barred?: readonly BlockedQuestion[]
  readonly lacking?: UnmetRequests
  /** True: offer the shopper a person. */
  readonly person?: true
}

export interface AdvisorTool extends VendorTool {
  /** The text that the shopper reads while the tool runs. */
  readonly sentence: string
  /** True: it changes stored data, and runs in the same unit as its log entry. */
  readonly changes?: true
  run(scope: ToolScope, given: ToolArguments): Promise<ToolOutcome>
}

/** An error message for the model: it must start a configuration first. */
export class ToolRefusal extends Error {}
