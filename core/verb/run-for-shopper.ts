// Runs verbs in process on behalf of a shopper, with the same checks as the runtime API.
import type { VerbRunner } from '../advisor/define.js'
import { requireVerb, runVerb } from './run.js'

/** Applies the same ownership checks and input validation as the runtime API. */
export const runVerbForShopper: VerbRunner = async <T>(
  name: string,
  input: Readonly<Record<string, unknown>>,
  shopperContext: Parameters<VerbRunner>[2],
) => (await runVerb(requireVerb(shopperContext.context.registry, name), shopperContext, input)) as T
