// Guidance for stored configurations: computed within a time budget, in addition to the rules, which remain authoritative.
import type { ConflictReport, Guidance, ConflictTarget } from '../../product/guidance/define.js'
import { computeConflicts, findGuidance } from '../../product/guidance/find-guidance.js'
import type { ShopperContext } from '../shopper-context.js'
import { loadConfiguration, type LoadedConfiguration } from './load-configuration.js'

export interface GuidanceReply extends Guidance {
  /** The token. */
  readonly configuration: string
  /** The revision that the guidance was computed for. It does not apply to other revisions. */
  readonly revision: number
}

export interface ConflictsReply extends ConflictReport {
  readonly configuration: string
}

/** NOT_FOUND for unknown and expired configurations. */
export async function guideConfiguration(shopperContext: ShopperContext, token: string): Promise<GuidanceReply> {
  return guideLoadedConfiguration(await loadConfiguration(shopperContext, token))
}

/** Guidance for a configuration that was loaded before. The loading transaction need not wait for it. */
export async function guideLoadedConfiguration({
  work,
  row,
  state,
}: Pick<LoadedConfiguration, 'work' | 'row' | 'state'>): Promise<GuidanceReply> {
  return { configuration: row.token, revision: row.revision, ...(await findGuidance(work, state)) }
}

/** Conflicts between the configuration and a selection. VALIDATION_FAILED on an unknown `question_id` or `value`. */
export async function findConflicts(
  shopperContext: ShopperContext,
  token: string,
  target: ConflictTarget,
): Promise<ConflictsReply> {
  const { work, state } = await loadConfiguration(shopperContext, token)
  return { configuration: token, ...(await computeConflicts(work, state, target)) }
}
