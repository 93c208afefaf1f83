// The dead-end answers of a configuration. The reply to an older request never replaces that to a newer one.
import type { RuntimeApi } from './runtime-api.js'
import { ServiceFailure } from './api-client.js'
import type { ConfigurationCache } from './configuration-cache.js'

export class DeadEndTracker {
  deadEnds: ReadonlySet<number> = new Set()
  private turn = 0

  /** The rules decide, not the guidance: if it cannot be loaded, no answer is marked. */
  async load(api: RuntimeApi, { token, revision }: ConfigurationCache): Promise<void> {
    if (token === null) return
    const turn = ++this.turn
    const guidanceReply = await api.guidance(token).catch((error: unknown) => {
      if (error instanceof ServiceFailure) return { revision, dead_ends: [] }
      throw error
    })
    if (turn === this.turn && guidanceReply.revision === revision) this.deadEnds = new Set(guidanceReply.dead_ends)
  }

  /** Discards pending requests: a change is being sent, so their replies are outdated. */
  discardRequests(): void {
    this.turn++
  }
}
