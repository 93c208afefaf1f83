// Guides stored configurations: guidance beside the rules, which stay the truth; it has a time budget and says when it gave up.
import type { Conflicts, Guidance, Wanted } from '../../product/guidance/define.js'
import { conflicts, guide } from '../../product/guidance/guides.js'
import type { Visit } from '../visit.js'
import { take, type Taken } from './take.js'

export interface GuidanceReply extends Guidance {
  /** The token. */
  readonly configuration: string
  /** That it speaks of: to another one it says nothing. */
  readonly revision: number
}

export interface ConflictsReply extends Conflicts {
  readonly configuration: string
}

/** NOT_FOUND for unknown and expired configurations. */
export async function guideConfiguration(visit: Visit, token: string): Promise<GuidanceReply> {
  return guideTaken(await take(visit, token))
}

/** The same of one that was taken up before, in a unit that need not wait for it. */
export async function guideTaken({ work, row, state }: Pick<Taken, 'work' | 'row' | 'state'>): Promise<GuidanceReply> {
  return { configuration: row.token, revision: row.revision, ...(await guide(work, state)) }
}

/** What stands between the configuration and a selection. VALIDATION_FAILED on `question_id` and `value` that the product does not have. */
export async function findConflicts(visit: Visit, token: string, wanted: Wanted): Promise<ConflictsReply> {
  const { work, state } = await take(visit, token)
  return { configuration: token, ...(await conflicts(work, state, wanted)) }
}
