// Runs verbs of the shop within the service, in the name of a visit: for what stands below them and may only do what shoppers may.
import type { Serve } from '../advisor/define.js'
import { requireVerb, runVerb } from './run.js'

/** The host's refusals and the judgement of input are the same as over the runtime API. */
export const serve: Serve = async <T>(name: string, input: Readonly<Record<string, unknown>>, visit: Parameters<Serve>[2]) =>
  (await runVerb(requireVerb(visit.context.registry, name), visit, input)) as T
