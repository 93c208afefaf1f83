// Runs verbs in process on behalf of a shopper, with the same checks as the runtime API.
import type { ShopperContext } from '../commerce/shopper-context.js'
import { requireVerb, runVerb } from './run-verb.js'

/** Applies the same ownership checks and input validation as the runtime API. */
export async function runVerbForShopper<T>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  shopperContext: ShopperContext,
): Promise<T> {
  return (await runVerb(requireVerb(shopperContext.context.registry, name), shopperContext, input)) as T
}
