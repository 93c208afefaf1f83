// Guides stored configurations: guidance beside the rules, which stay the truth; it has a time budget and says when it gave up.
import type { Conflicts, Guidance, Wanted } from '../../product/guidance/define.js'
import { conflicts, guide } from '../../product/guidance/guides.js'
import type { Context } from '../../storage/context.js'
import type { ReplyOptions } from './define.js'
import { take } from './take.js'

export interface GuidanceReply extends Guidance {
  /** The token. */
  readonly configuration: string
}

export interface ConflictsReply extends Conflicts {
  readonly configuration: string
}

export interface GuidanceService {
  /** NOT_FOUND for unknown and expired configurations. */
  guide(token: string, options?: ReplyOptions): Promise<GuidanceReply>
  /** What stands between the configuration and a selection. VALIDATION_FAILED on `question_id` and `value` that the product does not have. */
  conflicts(token: string, wanted: Wanted, options?: ReplyOptions): Promise<ConflictsReply>
}

export function createGuidance(context: Context): GuidanceService {
  return {
    async guide(token, options = {}) {
      const { moment, state } = await take(context, token, options)
      return { configuration: token, ...(await guide(context, moment, state)) }
    },
    async conflicts(token, wanted, options = {}) {
      const { moment, state } = await take(context, token, options)
      return { configuration: token, ...(await conflicts(context, moment, state, wanted)) }
    },
  }
}
