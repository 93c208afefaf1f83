// Guidance for stored configurations: computed within a time budget, in addition to the rules, which remain authoritative.
import type { Conflicts, Guidance, Wanted } from '../../product/guidance/define.js'
import { conflicts, guide } from '../../product/guidance/guides.js'
import type { Visit } from '../visit.js'
import { take, type Taken } from './take.js'

export interface GuidanceReply extends Guidance {
  /** The token. */
  readonly configuration: string
  /** The revision that the guidance was computed for. It does not apply to other revisions. */
  readonly revision: number
}

export interface ConflictsReply extends Conflicts {
  readonly configuration: string
}

/** NOT_FOUND for unknown and expired configurations. */
export async function guideConfiguration(visit: Visit, token: string): Promise<GuidanceReply> {
  return guideTaken(await take(visit, token))
}

/** Guidance for a configuration that was loaded before. The loading transaction need not wait for it. */
export async function guideTaken({ work, row, state }: Pick<Taken, 'work' | 'row' | 'state'>): Promise<GuidanceReply> {
  return { configuration: row.token, revision: row.revision, ...(await guide(work, state)) }
}

/** Conflicts between the configuration and a selection. VALIDATION_FAILED on an unknown `question_id` or `value`. */
export async function findConflicts(visit: Visit, token: string, wanted: Wanted): Promise<ConflictsReply> {
  const { work, state } = await take(visit, token)
  return { configuration: token, ...(await conflicts(work, state, wanted)) }
}
